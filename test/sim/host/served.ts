import type { HttpHandler, SimAnswer, SimTime } from '../../../src/sim/machine.ts';
import { SERVED } from '../../contract/host.ts';

/** The server that the contract of Host asks for, as a program of the simulated machine. */
export function served(time: SimTime): HttpHandler {
  return ({ path, method, headers, body }, answer) => {
    if (path === SERVED.ok) whole(answer, 200, { 'X-Served': 'yes' }, 'fine');
    else if (path === SERVED.redirect) whole(answer, 302, { location: SERVED.ok }, '');
    else if (path === SERVED.endless) endless(time, answer);
    else if (path === SERVED.cut) {
      answer.head(200, { 'content-length': '1000' });
      answer.write('half');
      answer.reset();
    } else if (path === SERVED.echo) {
      whole(answer, 200, {}, JSON.stringify({ method, key: headers['x-key'], body }));
    }
  };
}

function whole(answer: SimAnswer, status: number, headers: Record<string, string>, body: string): void {
  answer.head(status, headers);
  answer.write(body);
  answer.end();
}

function endless(time: SimTime, answer: SimAnswer): void {
  let open = true;
  answer.onAbort(() => {
    open = false;
  });
  const more = (): void => {
    if (!open) return;
    answer.write('x'.repeat(1024 * 1024));
    time.after(1, more);
  };
  more();
}
