import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type GeomapError, isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import { builtinDetector } from '../../src/domain/layout/builtin-detector.ts';
import type { Settings } from '../../src/domain/settings/settings.ts';
import { openOnnxSession } from '../../src/workers/adapters/onnx-session.ts';
import { LAYOUT_DETECTORS } from '../../src/workers/assets/manifest.ts';
import { writeReceipt } from '../../src/workers/assets/receipt.ts';
import { createNetworkRunner } from '../../src/workers/peace/network-runner.ts';
import { createPeaceSource, type PeaceSource, WEIGHT_FILES } from '../../src/workers/peace/peace-source.ts';
import { createPreflight } from '../../src/workers/preflight.ts';
import { chooseDetector } from '../../src/workers/processing/detector-choice.ts';
import { type Workspace, workspace } from '../catalog/handler-context.ts';
import { writeWeights } from './peace-folder.ts';

const settingsOf = (place: Workspace, detector: Settings['detector']): Settings => ({ ...place.context.settings, detector });

const choose = (settings: Settings, peace: PeaceSource = createPeaceSource()) =>
  chooseDetector(settings, { builtin: builtinDetector, peace });

async function failureOf(settings: Settings, peace?: PeaceSource): Promise<GeomapError['facts'] & { readonly code: string }> {
  try {
    await choose(settings, peace);
  } catch (error) {
    if (isGeomapError(error)) return { code: error.code, ...error.facts };
    throw error;
  }
  throw new Error('the choice did not fail');
}

const picture = (width = 200, height = 120) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 256),
});

describe('the choice of a detector', () => {
  it('with the weights there takes PEACE, which reports boxes inside the picture and says which networks it ran', async () => {
    const place = workspace();
    const settings = settingsOf(place, 'auto');
    await writeWeights(settings.model_root, { scoreBias: 1 });
    const { detector, note } = await choose(settings);
    expect(detector.id).toBe('peace');
    expect(detector.digest).toMatch(/^peace-\d+\.\d+-[0-9a-f]{64}$/);
    expect(note).toMatch(/PEACE/);
    const { detections, legend } = await detector.detect(picture());
    expect(detections.length).toBeGreaterThan(0);
    for (const { bbox, confidence } of detections) {
      expect(confidence).toBeGreaterThan(0.25);
      expect(Math.min(...bbox)).toBeGreaterThanOrEqual(0);
      expect(bbox[2]).toBeLessThanOrEqual(200);
      expect(bbox[3]).toBeLessThanOrEqual(120);
    }
    for (const box of [...legend.swatches, ...legend.texts]) expect(box.every(Number.isInteger)).toBe(true);
    const controller = new AbortController();
    controller.abort(new Error('cancelled'));
    await expect(detector.detect(picture(), controller.signal)).rejects.toThrow('cancelled');
  });

  it('sees full resolution although its picture is a reduced one, and answers in the reduced one', async () => {
    const place = workspace();
    const settings = settingsOf(place, 'peace');
    await writeWeights(settings.model_root, { scoreBias: 1 });
    const { detector } = await choose(settings);
    const large = picture(400, 600);
    const direct = await detector.detect(large);
    const part = async ([x0, y0, x1, y1]: readonly [number, number, number, number]) => {
      const data = new Uint8Array((x1 - x0) * (y1 - y0) * 3);
      for (let y = y0; y < y1; y += 1)
        data.set(large.data.subarray((y * 400 + x0) * 3, (y * 400 + x1) * 3), (y - y0) * (x1 - x0) * 3);
      return { width: x1 - x0, height: y1 - y0, data };
    };
    const reduced = await detector.detect(picture(100, 150), undefined, { width: 400, height: 600, part });
    expect(reduced.detections.map(({ bbox }) => bbox.map((side) => side * 4))).toEqual(
      direct.detections.map(({ bbox }) => [...bbox]),
    );
    expect(reduced.legend.swatches.length).toBe(direct.legend.swatches.length);
  });

  it('converts once, again when the converted file was cut off, and keeps no more than the newest networks', async () => {
    const place = workspace();
    const settings = settingsOf(place, 'peace');
    await writeWeights(settings.model_root);
    const folder = join(settings.cache_root, 'peace');
    const { detector } = await choose(settings);
    const names = readdirSync(folder).sort();
    expect(names).toHaveLength(4);
    const file = join(folder, names.find((name) => name.endsWith('.onnx')) ?? '');
    const { mtimeMs, size } = statSync(file);
    const content = readFileSync(file);
    expect((await choose(settings)).detector.digest).toBe(detector.digest);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    truncateSync(file, size - 1000);
    await choose(settings);
    expect(readFileSync(file).equals(content)).toBe(true);
    content[size - 2000] = (content[size - 2000] ?? 0) ^ 255;
    writeFileSync(file, content);
    await choose(settings);
    expect(readFileSync(file).equals(content)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(names);
  });

  it('with refused weights falls back in auto and says why; peace fails with the reason and the remedy', async () => {
    const place = workspace();
    const settings = settingsOf(place, 'auto');
    await writeWeights(settings.model_root);
    writeFileSync(join(settings.model_root, WEIGHT_FILES.legend), 'Sorry, the quota is exceeded');
    const { detector, note } = await choose(settings);
    expect(detector.id).toBe('builtin');
    expect(note).toMatch(/legend detector weights were refused because it is no archive/);
    const failure = await failureOf(settingsOf(place, 'peace'));
    expect(failure.code).toBe('missing_extra');
    expect(failure.message).toMatch(/refused because it is no archive .*--force --root "\$GEOMAP_DATA_ROOT"/);
    expect(failure.message).not.toContain(settings.model_root);
    expect((await choose(settingsOf(place, 'builtin'))).note).toMatch(/configured/);
  });

  it('without the inference package falls back in auto and names it; peace names it as the cause', async () => {
    const place = workspace();
    const settings = settingsOf(place, 'auto');
    await writeWeights(settings.model_root);
    const absent = createPreflight(['onnxruntime-node-that-is-absent']);
    const preflight: PeaceSource['preflight'] = {
      check: async () => {
        const { failures, problem } = await absent.check();
        return { problem, failures: failures.map((failure) => ({ ...failure, probed: 'onnxruntime-node' as const })) };
      },
    };
    const peace = createPeaceSource({ preflight });
    expect((await choose(settings, peace)).note).toMatch(/onnxruntime-node-that-is-absent is missing/);
    const failure = await failureOf(settingsOf(place, 'peace'), peace);
    expect(failure).toMatchObject({
      code: 'missing_extra',
      cause: { type: 'missing_node_module', module: 'onnxruntime-node-that-is-absent' },
    });
    expect(failure.hints?.join(' ')).toMatch(/npm packages/);
  });

  it('without weights names all that is missing', async () => {
    const failure = await failureOf(settingsOf(workspace(), 'peace'));
    expect(failure.details?.missing_requirements).toHaveLength(2);
  });
});

describe('weights with a receipt', () => {
  it('that are not those that were installed any more are refused with the command that puts them right', async () => {
    const place = workspace();
    const settings = settingsOf(place, 'peace');
    await writeWeights(settings.model_root);
    await writeReceipt(settings.data_root, LAYOUT_DETECTORS, settings.model_root);
    expect((await choose(settings)).detector.id).toBe('peace');
    const file = join(settings.model_root, WEIGHT_FILES.legend);
    writeFileSync(file, readFileSync(join(settings.model_root, WEIGHT_FILES.component)));
    const failure = await failureOf(settings);
    expect(failure.code).toBe('missing_extra');
    expect(failure.message).toMatch(
      /legend detector weights were refused because the file is not the one that was installed.*--force/,
    );
    expect((await choose(settingsOf(place, 'auto'))).detector.id).toBe('builtin');
  });
});

describe('loaded networks', () => {
  it('are let go of when nobody has asked for a while, and loaded again', async () => {
    const place = workspace();
    const settings = settingsOf(place, 'peace');
    await writeWeights(settings.model_root);
    const events: string[] = [];
    const count = (wanted: string): number => events.filter((event) => event === wanted).length;
    let onRelease: () => void = () => undefined;
    // A release may also come between the two networks of one picture; waited for is the moment with none left open.
    const allReleased = () =>
      new Promise<void>((resolve) => {
        onRelease = () => count('open') === count('release') && resolve();
        onRelease();
      });
    const runner = createNetworkRunner({
      idleMs: 20,
      open: async (file) => {
        events.push('open');
        const session = await openOnnxSession(file);
        return {
          ...session,
          release: async () => {
            await session.release();
            events.push('release');
            onRelease();
          },
        };
      },
    });
    const peace = createPeaceSource({ runner });
    const { detector } = await choose(settings, peace);
    await detector.detect(picture());
    await allReleased();
    const opened = count('open');
    await detector.detect(picture());
    expect(count('open')).toBeGreaterThan(opened);
    await runner.release();
  });
});
