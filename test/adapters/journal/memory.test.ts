import { VirtualClock } from '../../../src/adapters/clock/virtual.ts';
import { MemoryJournal } from '../../../src/adapters/journal/memory.ts';
import { contractOfJournal } from '../../contract/journal.ts';

const STAMP = { clock: new VirtualClock(), boot_id: '0b1f8a52-7a3c-4c66-9d1c-2f1f0f0f0f0f' };

contractOfJournal(
  'a journal within a process',
  async () => {
    const journal = new MemoryJournal(STAMP);
    return {
      journal,
      read: async () => [...journal.lines],
      again: () => Promise.reject(new Error('nothing is left of it')),
      async dispose() {},
    };
  },
  {
    'a line has a checksum': 'nothing is written, so nothing can be damaged',
    'it goes on where it stopped': 'it ends with its process',
    'a record that is too long is refused and leaves nothing behind': 'no line is written',
  },
);
