import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { connect } from './harness.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'sa-mcp-'));
const prepared = () => ({
  payload: {
    assets: [{ asset_id: 'peace-layout-detectors', status: 'installed' }],
    map_processing: { registered: true, installed: true, configured: true, ready: true, missing_requirements: [] },
    performs_network_access: true,
    warnings: [],
  },
  links: [],
  preview_file: null,
});

async function prepareWith(answer?: ElicitResult | Error) {
  const questions: string[] = [];
  const person = (question: string): ElicitResult => {
    questions.push(question);
    if (answer instanceof Error) throw answer;
    return answer ?? { action: 'cancel' };
  };
  const peer = await connect(folder(), { 'detectors.prepare': prepared }, {}, answer === undefined ? undefined : person);
  const result = await peer.client.callTool({ name: 'geomap_prepare_detectors', arguments: {} });
  await peer.close();
  const error = result.isError === true ? Object(result.structuredContent) : null;
  return { questions, error, jobs: peer.runner.asked.length };
}

describe('a tool that downloads', () => {
  test('asks the person where the client can, names size and origin, and goes on when they agree', async () => {
    const { questions, error, jobs } = await prepareWith({ action: 'accept', content: { confirm: true } });
    expect(error).toBeNull();
    expect(jobs).toBe(1);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatch(/200 MiB.*Google Drive/);
  });

  test.each<[string, ElicitResult]>([
    ['declines', { action: 'decline' }],
    ['closes the question', { action: 'cancel' }],
    ['unticks the confirmation', { action: 'accept', content: { confirm: false } }],
  ])('does nothing when the person %s, and says so under the code cancelled', async (_name, answer) => {
    const { error, jobs } = await prepareWith(answer);
    expect(jobs).toBe(0);
    expect(error.code).toBe('cancelled');
    expect(error.details).toEqual({ reason: 'declined' });
    expect(error.message).toContain('changed nothing');
  });

  test('goes on where the client cannot ask, or fails to: the agent has been told to ask', async () => {
    expect(await prepareWith()).toMatchObject({ jobs: 1, error: null, questions: [] });
    expect(await prepareWith(new Error('no dialog here'))).toMatchObject({ jobs: 1, error: null });
  });

  test('asks nothing before its arguments are right', async () => {
    const questions: string[] = [];
    const peer = await connect(folder(), {}, {}, (question) => {
      questions.push(question);
      return { action: 'accept', content: { confirm: true } };
    });
    const result = await peer.client.callTool({ name: 'geomap_prepare_knowledge', arguments: { url: 'http://x' } });
    await peer.close();
    expect(Object(result.structuredContent).code).toBe('invalid_arguments');
    expect(questions).toEqual([]);
  });
});
