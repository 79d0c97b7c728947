import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { Engine, ProbeRequest } from '../../src/ports/engine.ts';
import { type Gaps, testExcept } from './gaps.ts';

/** What an engine's server does, independent of how it says it. */
export type ServerMode = 'loading' | 'ready' | 'silent' | 'broken' | 'empty' | 'unauthorised';

/** What the suite needs of an engine: its server in each of its states. */
export interface EngineSubject {
  readonly engine: Engine;
  become(mode: ServerMode): Promise<void>;
  /** Nobody listens any more. */
  stop(): Promise<void>;
  /** Requests in flight at the server while `work` runs; null: this engine does not say. */
  busy: ((count: number, work: () => Promise<void>) => Promise<void>) | null;
  dispose(): Promise<void>;
}

const PROBE: ProbeRequest = { prompt: 'Count:', max_tokens: 8, timeout_ms: 30_000, api: 'completions' };

/** What every engine keeps. */
export function contractOfEngine(name: string, make: () => Promise<EngineSubject>, gaps: Gaps = {}): void {
  const test = testExcept(gaps);
  let subject: EngineSubject;

  describe(`${name} keeps the contract of Engine`, () => {
    beforeEach(async () => {
      subject = await make();
    });
    afterEach(() => subject.dispose());

    test('a server that loads says so', async () => {
      await subject.become('loading');
      expect(await subject.engine.state()).toMatchObject({ answer: 'loading' });
    });

    test('a server that wants another key is told apart from one that is not ready', async () => {
      await subject.become('unauthorised');
      expect(await subject.engine.state()).toMatchObject({ answer: 'unauthorised' });
    });

    test('ready and gone are told apart', async () => {
      await subject.become('ready');
      expect(await subject.engine.state()).toMatchObject({ answer: 'ready', status: 200 });
      await subject.stop();
      expect(await subject.engine.state()).toMatchObject({ answer: 'refused', status: null });
    });

    test('a report is what the endpoints say, with model and version', async () => {
      await subject.become('ready');
      const report = await subject.engine.report();
      expect(report.model).not.toBeNull();
      expect(Object.values(report.documents).some((document) => document !== null)).toBe(true);
    });

    test('a server that says nothing gives an empty report and no error', async () => {
      await subject.become('loading');
      const report = await subject.engine.report();
      expect(Object.values(report.documents).every((document) => document === null)).toBe(true);
    });

    test('a server that is gone gives an empty report and no error', async () => {
      await subject.become('ready');
      await subject.stop();
      const report = await subject.engine.report();
      expect(report.version).toBeNull();
      expect(Object.values(report.documents).every((document) => document === null)).toBe(true);
    });

    for (const api of ['completions', 'chat'] as const)
      test(`a completion over ${api} has text, tokens and an end`, async () => {
        await subject.become('ready');
        const answer = await subject.engine.generate({ ...PROBE, api });
        expect(answer).toMatchObject({
          status: 200,
          error: null,
          timed_out: false,
          finish_reason: expect.any(String),
        });
        expect(answer.text).not.toBe('');
        expect(answer.completion_tokens).toBeGreaterThan(0);
        expect(answer.completion_tokens).toBeLessThanOrEqual(PROBE.max_tokens);
      });

    test('a server that loads completes nothing, and that is said', async () => {
      await subject.become('loading');
      expect((await subject.engine.generate(PROBE)).error).toMatch(/^http-503/);
    });

    test('a completion that failed is an error with its reason', async () => {
      await subject.become('broken');
      expect((await subject.engine.generate(PROBE)).error).toMatch(/^http-500: ./);
    });

    test('a completion without a token is an error', async () => {
      await subject.become('empty');
      expect((await subject.engine.generate(PROBE)).error).toBe('no-tokens');
    });

    test('a completion that does not come is given up in time', async () => {
      await subject.become('silent');
      const late = await subject.engine.generate({ ...PROBE, timeout_ms: 100 });
      expect(late).toMatchObject({ error: 'timeout', timed_out: true, status: null });
    });

    test('where nobody listens, a completion is an error', async () => {
      await subject.become('ready');
      await subject.stop();
      expect(await subject.engine.generate(PROBE)).toMatchObject({
        error: 'ECONNREFUSED',
        timed_out: false,
        status: null,
      });
    });

    test('requests in flight are counted where the engine says them', async () => {
      await subject.become('ready');
      if (subject.busy === null) {
        expect(await subject.engine.traffic()).toBeNull();
        return;
      }
      expect(await subject.engine.traffic()).toMatchObject({ running: 0, waiting: 0 });
      await subject.busy(2, async () => {
        expect(await subject.engine.traffic()).toMatchObject({ running: 2 });
      });
    });
  });
}
