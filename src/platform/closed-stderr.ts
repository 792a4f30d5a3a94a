// Imported first by every program: a reader of stderr that has gone away (a host's log pane, a closed terminal, a full disk) must end
// neither calls nor jobs. Each failed write raises an error event; without a listener it would end the process.
process.stderr.on('error', () => undefined);
