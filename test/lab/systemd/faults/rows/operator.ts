import { expect } from 'vitest';
import { waitBlocking } from '../../../support/blocking.ts';
import type { DeviceLab } from '../../../support/devices/device-lab.ts';
import type { Row } from '../row.ts';

const killMain = (lab: DeviceLab): void => {
  lab.machine.demand('kill', '-KILL', lab.shows('MainPID'));
};
/** A client of somebody else, whose answer takes longer than a row. */
const CLIENT = 'client';
const ask = (lab: DeviceLab): void => {
  const body = { model: 'kimi-k2.6', prompt: 'tell', max_tokens: 50_000, ignore_eos: true, stream: true };
  const words = ['--silent', '--output', '/dev/null', '--json', JSON.stringify(body)];
  lab.job(CLIENT, 'curl', ...words, `${lab.url}/v1/completions`);
  waitBlocking('a request is running', () => /num_running_reqs\S* [1-9]/.test(lab.metrics()));
};

export const OPERATOR: readonly Row[] = [
  {
    name: '`Restart=always` of the operator',
    host: 'the server of the setting is killed under load; the unit says `Restart=always` after 100 ms',
    why: 'under our drop-in systemd restarts nothing; afterwards the operator’s word is in force again (3, hold point 2)',
    short: true,
    serve: { unit: ['RestartSec=100ms', 'TimeoutStopSec=2', '[Unit]', 'StartLimitIntervalSec=0'] },
    file: () => ({ limits: { stop: '4s' } }),
    plant: { at: 'measuring', act: killMain },
    setting: 'measured',
    fault: { name: 'died-under-load' },
    did: 'started the setting once more, measured it',
    exit: 0,
    original: 'back',
    also(ran, lab) {
      const generations = ran.records.filter(({ type }) => type === 'generation');
      expect(generations, 'two of the setting and that of the original').toHaveLength(3);
      const { invocation } = lab.running();
      killMain(lab);
      waitBlocking('systemd starts the original again', () => {
        const now = lab.running();
        return now.pid !== 0 && now.invocation !== invocation;
      });
    },
  },
  {
    name: 'start limit hit',
    host: 'the unit may be started once in an hour, and has been',
    why: 'the limit is lifted once what it tells was kept; nothing else of the unit changes (3, hold point 5)',
    short: true,
    serve: { unit: ['[Unit]', 'StartLimitIntervalSec=3600', 'StartLimitBurst=1'] },
    setting: 'measured',
    fault: null,
    did: 'lifted the limit (`reset-failed`), measured every setting',
    exit: 0,
    original: 'back',
  },
  {
    name: 'later-sorting drop-in of the operator',
    host: '`zzz-mine.conf` has the last word on `ExecStart=`',
    why: 'prepared means effective: refused before anything was stopped (3, hold point 2)',
    short: true,
    before: (lab) =>
      lab.override('etc', 'zzz-mine.conf', `[Service]\nExecStart=\nExecStart=${lab.command.join(' ')}\n`),
    setting: 'failed',
    fault: { name: 'definition-rejected' },
    did: 'named the file, touched nothing',
    exit: 10,
    original: 'never touched',
  },
  {
    name: 'later-sorting drop-in mid-sweep',
    host: 'the same file comes while the setting is measured, with `Restart=always` alone',
    why: 'it is the operator’s: it stays, and is in force under the original (2)',
    short: false,
    plant: {
      at: 'measuring',
      act: (lab) => lab.override('etc', 'zzz-mine.conf', '[Service]\nRestart=always\n'),
    },
    setting: 'measured',
    fault: null,
    did: 'measured the setting, put the original back, left the file alone',
    exit: 0,
    original: 'as the operator left it',
    also: (_, lab) => isOriginalUnder(lab, `/etc/systemd/system/${lab.unit}.d/zzz-mine.conf`),
  },
  {
    name: 'unit edited by hand mid-sweep',
    host: 'while the setting loads somebody changes one flag of `ExecStart=` in the unit file, without a reload',
    why: 'the edit is theirs: not a byte of it is undone. The original is what was recorded (3, hold point 2)',
    short: true,
    plant: {
      at: 'setting started',
      act(lab) {
        const text = lab.machine.read(lab.unitFile) ?? '';
        lab.machine.write(lab.unitFile, text.replace('--speculative-ddtree-budget 8', EDITED));
      },
    },
    setting: 'measured',
    fault: null,
    did: 'measured the setting, put the recorded command back by our file, left the edit alone; the morning line names both',
    exit: 0,
    original: 'as the operator left it',
    also(ran, lab) {
      const told = ran.records.findLast((record) => record.type === 'restored');
      expect(told).toMatchObject({ restored: { ok: true }, kept_by: lab.dropIn });
      expect(lab.machine.read(lab.unitFile)).toContain(EDITED);
      expect(lab.running().command.slice(1)).toEqual(lab.command);
      lab.machine.remove(lab.dropIn);
    },
  },
  {
    name: 'daemon-reload and restart by somebody else',
    host: 'both happen in the midst of a measurement',
    why: 'the generation changed: the number is void and made again (3, hold point 10 and table)',
    short: true,
    plant: {
      at: 'measuring',
      act(lab) {
        lab.machine.demand('systemctl', 'daemon-reload');
        lab.systemctl('restart');
      },
    },
    setting: 'measured',
    fault: { name: 'generation-changed' },
    did: 'void, measured again',
    exit: 0,
    original: 'back',
  },
  {
    name: 'requests of others',
    host: 'a client of somebody else is being answered before anything was stopped',
    why: 'clients come first (3, rules)',
    short: true,
    before: ask,
    setting: 'pending',
    fault: { name: 'busy', data: { running: 1 } },
    did: 'refused to begin',
    exit: 22,
    original: 'never touched',
    also: (_, lab) => lab.endJob(CLIENT),
  },
  {
    name: 'requests of others in a measurement',
    host: 'a client of somebody else comes while the setting is measured, and stays',
    why: 'each such number is void, and the sweep ends (3, rules)',
    short: true,
    plant: { at: 'measuring', act: ask },
    setting: 'pending',
    fault: { name: 'foreign-load' },
    did: 'took no number, put the original back',
    exit: 12,
    original: 'back',
    also: (_, lab) => lab.endJob(CLIENT),
  },
  {
    name: 'window closes',
    host: 'the window ends before another start and the restore would',
    why: 'no start unless it and the restore still fit (4, window)',
    short: false,
    file: () => ({
      window: { until: soon() },
      limits: { load: '25s' },
      settings: [...MANY, { name: 'b16k4w2k', budget: 16, topk: 4, window: 2048 }],
    }),
    setting: 'pending',
    fault: null,
    did: 'measured what fitted, put the original back',
    exit: 12,
    original: 'back',
  },
];

/** More than fit into any window of two minutes, none too large for the devices. */
const MANY = [9, 10, 11, 12, 13, 14, 15].flatMap((budget) =>
  [3, 4, 5, 6].map((topk) => ({ name: `b${budget}k${topk}`, budget, topk, window: 2048 })),
);

const EDITED = '--speculative-ddtree-budget 6';

/** The file is there, and the server runs as the unit says. */
function isOriginalUnder(lab: DeviceLab, file: string): void {
  expect(Object.keys(lab.files).sort()).toEqual([lab.unitFile, file].sort());
  expect(lab.running().command.slice(1)).toEqual(lab.command);
}

/** The next full minute that leaves time for a setting or two. */
function soon(): string {
  return new Date(Date.now() + 110_000).toTimeString().slice(0, 5);
}
