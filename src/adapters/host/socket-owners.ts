import { shownCommand } from '../../core/shown-command.ts';
import { linkProc, listProc } from './proc-read.ts';
import { pids, readProcess } from './process-table.ts';

/** A process that has a socket open. */
export interface SocketOwner {
  readonly inode: string;
  readonly pid: number;
  readonly start_ticks: number;
  readonly uid: number;
  readonly user: string;
  readonly command: string;
}

/** Which processes have the sockets open. Forked workers share one socket, so one inode may have several owners. */
export function ownersOf(inodes: ReadonlySet<string>): SocketOwner[] {
  if (inodes.size === 0) return [];
  return pids().flatMap((pid) => {
    const opened = socketsOf(pid).filter((socket) => inodes.has(socket.inode));
    return [...new Map(opened.map((socket) => [socket.inode, socket])).values()].flatMap((socket) => {
      const row = readProcess(pid);
      // Seen before and after the start ticks were read: the ticks are those of the process with the socket.
      const again = linkProc(`/proc/${pid}/fd/${socket.fd}`);
      if (row === null || again !== `socket:[${socket.inode}]`) return [];
      const { start_ticks, uid, user, argv } = row;
      return [{ inode: socket.inode, pid, start_ticks, uid, user, command: shownCommand(argv) }];
    });
  });
}

function socketsOf(pid: number): { readonly fd: string; readonly inode: string }[] {
  return (listProc(`/proc/${pid}/fd`) ?? []).flatMap((fd) => {
    const inode = /^socket:\[(\d+)\]$/.exec(linkProc(`/proc/${pid}/fd/${fd}`) ?? '')?.[1];
    return inode === undefined ? [] : [{ fd, inode }];
  });
}
