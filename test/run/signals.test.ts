import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { SignalInbox } from '../../src/run/signals.ts';

class FakeSource extends EventEmitter {
  deaths = 0;
  die(): void {
    this.deaths += 1;
  }
}

function scene(on_hangup: 'continue' | 'restore' = 'continue') {
  const source = new FakeSource();
  const inbox = new SignalInbox(source, { on_hangup });
  const heard: string[] = [];
  inbox.onRequest((request) => heard.push(request));
  return { source, inbox, heard };
}

describe('signals as requests', () => {
  it('interrupt, abandon, and the third ends the process', () => {
    const { source, inbox, heard } = scene();
    expect(inbox.latest).toBeNull();
    source.emit('SIGINT');
    expect(inbox.latest).toBe('interrupt');
    source.emit('SIGTERM');
    expect([inbox.latest, source.deaths]).toEqual(['abandon', 0]);
    source.emit('SIGINT');
    expect([heard, source.deaths]).toEqual([['interrupt', 'abandon'], 1]);
  });

  it('a lost terminal is no request, unless it was said so', () => {
    const quiet = scene();
    quiet.source.emit('SIGHUP');
    quiet.source.emit('SIGPIPE');
    expect(quiet.heard).toEqual([]);
    const strict = scene('restore');
    strict.source.emit('SIGHUP');
    expect(strict.heard).toEqual(['interrupt']);
  });

  it('gives the signals back', () => {
    const { source, inbox } = scene();
    inbox.dispose();
    expect(source.eventNames().flatMap((name) => source.listeners(name))).toEqual([]);
  });
});
