/** What manages a process besides its parent, as far as its control groups tell. */
export type Manager =
  | { readonly kind: 'systemd'; readonly name: string; readonly scope: 'system' | 'user' }
  | { readonly kind: 'docker' | 'slurm'; readonly name: string };

/**
 * The unit, container or batch job that a process belongs to, from the text of /proc/PID/cgroup. The manager of a
 * user's session (user@1000.service) is no unit in this sense; a unit inside of it is. The innermost one counts.
 */
export function managerOf(cgroups: string): Manager | null {
  const paths = cgroups.split('\n').map((line) => line.split(':').slice(2).join(':'));
  for (const path of paths) {
    for (const part of path.split('/').reverse()) {
      const manager = managerNamed(part, path);
      if (manager !== null) return manager;
    }
  }
  return null;
}

function managerNamed(part: string, path: string): Manager | null {
  const id = /^(?:docker-|libpod-|crio-|cri-containerd-|nerdctl-)?([0-9a-f]{64})(?:\.scope)?$/.exec(part);
  if (id?.[1] !== undefined && /docker|libpod|podman|crio|containerd|kubepods|nerdctl/.test(path)) {
    return { kind: 'docker', name: id[1].slice(0, 12) };
  }
  if (/^job_\d+$/.test(part) && path.includes('slurm')) return { kind: 'slurm', name: part };
  if (part.endsWith('.service') && !part.startsWith('user@'))
    return { kind: 'systemd', name: part, scope: path.includes('/user@') ? 'user' : 'system' };
  return null;
}
