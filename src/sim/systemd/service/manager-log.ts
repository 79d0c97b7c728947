import type { Fields, Journal } from '../journal/journal.ts';

/** Message ids by which journal readers know the manager's lines (systemd.journal-fields(7), sd-messages.h). */
export const MESSAGE_IDS = {
  starting: '7d4958e842da4a758f6c1cdc7b36dcc5',
  started: '39f53479d3a045ac8e11786248231fbf',
  start_failed: 'be02cf6855d2428ba40df7e9d022f03d',
  stopping: 'de5b426a63be47a7b6ac3eaac82e2f6f',
  stopped: '9d1aaa27d60140bd96365438aad20286',
  process_exit: '98e322203f7a4ed290d09fe03c09fe15',
  success: '7ad2d189f7e94e70a38c781354912448',
  failure: 'd9b373ed55a64feb8242e02dbe79a49c',
  restart_scheduled: '5eb03494b6584870a536b337290809b3',
} as const;

const IDENTITY: Fields = {
  SYSLOG_IDENTIFIER: 'systemd',
  SYSLOG_FACILITY: '3',
  _TRANSPORT: 'journal',
  _PID: '1',
  _UID: '0',
  _GID: '0',
  _COMM: 'systemd',
  _EXE: '/usr/lib/systemd/systemd',
  _SYSTEMD_CGROUP: '/init.scope',
  _SYSTEMD_UNIT: 'init.scope',
  _SYSTEMD_SLICE: '-.slice',
};

/** Writes a line of the manager itself. Priority: 3 error, 4 warning, 5 notice, 6 information. */
export function logAsManager(journal: Journal, priority: number, message: string, fields: Fields = {}): void {
  journal.append({ MESSAGE: message, PRIORITY: String(priority), ...IDENTITY, ...fields });
}
