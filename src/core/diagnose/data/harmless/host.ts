import type { HarmlessLine } from '../../signature.ts';

/** Lines of the kernel that look like a failure and are none. */
export const HOST_HARMLESS: readonly HarmlessLine[] = [
  {
    id: 'xid-cleanup',
    pattern: /^(?:NVRM: )?Xid \(PCI:[^)]*\): 45\b/,
    why: 'the driver cleans up after a process that was killed',
    sources: ['NVIDIA Xid catalogue'],
    sample: 'kernel: NVRM: Xid (PCI:0000:44:00): 45, pid=1234, name=python3, Ch 00000008',
  },
];
