import { expect, test } from 'vitest';
import { managerOf } from '../../src/core/manager.ts';

const ID = '0123456789abcdef'.repeat(4);

test.each([
  ['0::/system.slice/sglang-k26.service', { kind: 'systemd', name: 'sglang-k26.service', scope: 'system' }],
  [
    '12:pids:/system.slice/a@b.service\n1:name=systemd:/system.slice/a@b.service\n0::/',
    { kind: 'systemd', name: 'a@b.service', scope: 'system' },
  ],
  [
    '0::/user.slice/user-1000.slice/user@1000.service/app.slice/vllm.service',
    { kind: 'systemd', name: 'vllm.service', scope: 'user' },
  ],
  ['0::/system.slice/vllm.service/worker', { kind: 'systemd', name: 'vllm.service', scope: 'system' }],
  [`0::/system.slice/docker-${ID}.scope`, { kind: 'docker', name: '0123456789ab' }],
  [`5:memory:/docker/${ID}`, { kind: 'docker', name: '0123456789ab' }],
  [`0::/machine.slice/libpod-${ID}.scope/container`, { kind: 'docker', name: '0123456789ab' }],
  [
    `0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-${ID}.scope`,
    { kind: 'docker', name: '0123456789ab' },
  ],
  ['9:devices:/slurm/uid_1000/job_77/step_0', { kind: 'slurm', name: 'job_77' }],
])('%s', (text, manager) => {
  expect(managerOf(`${text}\n`)).toEqual(manager);
});

test.each([
  '0::/',
  '0::/user.slice/user-1000.slice/session-3.scope',
  '0::/user.slice/user-1000.slice/user@1000.service/init.scope',
  '0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-gnome-terminal-9.scope',
  `4:memory:/sandbox/${ID.slice(0, 32)}`,
  `4:memory:/somewhere/${ID}`,
  '',
])('no manager: %j', (text) => {
  expect(managerOf(text)).toBeNull();
});
