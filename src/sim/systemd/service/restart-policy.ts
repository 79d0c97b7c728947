import type { RestartPolicy } from '../unit-file/definition.ts';
import type { ServiceResult } from './exit-status.ts';

/** Whether a service that ended by itself is started again: the table of Restart= in systemd.service(5). */
export function shallRestart(policy: RestartPolicy, result: ServiceResult): boolean {
  switch (policy) {
    case 'no':
    case 'on-watchdog':
      return false;
    case 'always':
      return true;
    case 'on-success':
      return result === 'success';
    case 'on-failure':
      return result !== 'success';
    case 'on-abnormal':
      return result !== 'success' && result !== 'exit-code';
    case 'on-abort':
      return result === 'signal';
  }
}
