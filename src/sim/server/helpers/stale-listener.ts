import type { HttpHandler, Self } from '../../machine.ts';
import { modelList } from '../endpoints/models.ts';
import { replyJson } from '../endpoints/reply.ts';
import type { Launch } from '../launch.ts';

/**
 * A detokenizer that has left the service's session and control group (started by way of `systemd-run --scope`) with
 * the listening socket: when its server ends it goes on answering /v1/models, and nothing that stops the service
 * reaches it. It ends by itself only where the fault names a time.
 */
export function startStaleListener(launch: Launch): void {
  const { kernel, time } = launch.machine;
  const owner = kernel.process(launch.self.pid);
  if (owner === null) return;
  const helper = kernel.spawn({
    argv: ['sglang::detokenizer'],
    env: launch.self.env,
    cwd: owner.cwd,
    uid: owner.uid,
    user: owner.user,
    parent: 1,
    session: 'new',
    cgroup: `/system.slice/run-r${launch.random.integer(2 ** 32).toString(16)}.scope`,
    program: { start() {}, signal: () => true },
    output() {},
  });
  helper.use({ rss_bytes: 1.05e9 });
  launch.afterEnd.push(() => time.after(1, () => inherit(launch, helper)));
}

function inherit(launch: Launch, helper: Self): void {
  const { time, faults } = launch.machine;
  const { host, port } = launch.arguments;
  if (!helper.alive) return;
  helper.listen(port, staleAnswers(launch), { address: host });
  const lasts = faults.at('stale-listener', launch.start + 1)?.ms ?? null;
  if (lasts !== null) time.after(lasts, () => helper.die('KILL'));
}

function staleAnswers(launch: Launch): HttpHandler {
  const list = modelList(launch.arguments, launch.machine.time.wall());
  return (request, answer) => {
    if (request.path === '/v1/models') replyJson(answer, 200, list);
    else replyJson(answer, 500, { detail: 'Internal Server Error' });
  };
}
