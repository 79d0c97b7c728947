#!/bin/sh
# A machine whose PID 1 is a real systemd, in namespaces of its own on top of this machine's files: what it writes goes to
# memory, and of its units only the journal and the bus are started. Started by machine.ts:
#   unshare --mount --propagation private sh machine.sh hold STATE GROUP WRITABLE [VISIBLE...]
# Each line on stdin switches it on; it says `on PID` (as seen from here), and `off` when its PID 1 has ended. /etc and
# /var are kept from one time to the next, /run and every process are not. The end of stdin is its end.
set -eu
stage=$1 state=$2 group=$3
shift 3

if [ "$stage" = hold ]; then
  mount -t tmpfs -o size=2g,mode=755 tmpfs "$state"
  mkdir "$state/upper" "$state/work" "$state/root"
  while read -r _; do
    mkdir "$group/machine"
    # Joined before the namespace of control groups is made: that makes it the root of what the machine sees.
    sh -c 'echo $$ >"$0/machine/cgroup.procs"; exec "$@"' "$group" \
      setpriv --pdeathsig KILL unshare --fork --pid --mount --cgroup --uts --ipc --propagation private --kill-child=KILL \
      sh "$0" init "$state" "$group" "$@" </dev/null || true
    find "$group/machine" -depth -type d -exec rmdir {} \;
    echo off
  done
  exit
fi

# The process table is still the one outside, so this is the pid there.
read -r pid _ </proc/self/stat

root=$state/root
units=$root/lib/systemd/system
mount -t overlay -o "lowerdir=/,upperdir=$state/upper,workdir=$state/work" overlay "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"

# The kernel's own boot id is the same however often this machine is switched on.
cat /proc/sys/kernel/random/uuid >"$state/boot_id"
mount --bind "$state/boot_id" "$root/proc/sys/kernel/random/boot_id"

access=rw
for path in "$@"; do
  if [ "$access" = rw ] || [ ! -e "$root$path" ] || [ -d "$path" ]; then
    if [ -d "$path" ]; then mkdir -p "$root$path"; else mkdir -p "$(dirname "$root$path")"; : >"$root$path"; fi
    mount --bind "$path" "$root$path"
    mount -o "remount,bind,$access" "$root$path"
  fi
  access=ro
done

if [ ! -e "$state/used" ]; then
  : >"$state/used"
  # Nothing of what this machine starts may start there: only what is put back here.
  rm -rf "$root"/etc/systemd/system "$units"/*.wants "$root"/lib/systemd/system-generators
  mkdir -p "$root/etc/systemd/system" "$units/sysinit.target.wants" "$units/sockets.target.wants"
  ln -s ../systemd-journald.service ../systemd-journal-flush.service "$units/sysinit.target.wants/"
  ln -s ../systemd-journald.socket ../systemd-journald-dev-log.socket ../dbus.socket "$units/sockets.target.wants/"
  tr -d - </proc/sys/kernel/random/uuid >"$root/etc/machine-id"
  rm -rf "$root/var/log/journal"
  mkdir -p "$root/var/log/journal"
fi
hostname holdpoint-lab
echo "on $pid"

cd "$root"
pivot_root . .
umount -l .
exec chroot . /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
  container=holdpoint-lab /lib/systemd/systemd --system --unit=multi-user.target --show-status=0 --log-target=journal
