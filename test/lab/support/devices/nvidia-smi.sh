#!/bin/sh
# nvidia-smi over eight devices that are files. Where these are is put in by devices.ts. In the folder `held`:
#   held-*    who holds memory: PID DEVICE MIB NAME, a line each (serve.ts, and what a test writes)
#   dead-PID  when that holder has ended, or was first found gone here, in hundredths of a second since boot
# and in the file `rules` how a call goes wrong and what never comes back.
# What a dead process held comes back by itself, on each device after another time and at another speed.
held=HELD
rules=RULES
uuids=NAME
read -r up _ </proc/uptime
now=${up%.*}${up#*.}
kept=- lost=- unavailable=-
[ ! -r "$rules" ] || . "$rules"
[ -z "${broken:-}" ] || { echo "$broken"; exit "${code:-9}"; }
[ -z "${hangs:-}" ] || exec sleep 1000

used0=596 used1=600 used2=597 used3=604 used4=599 used5=601 used6=598 used7=602
apps=
for file in "$held"/held-*; do
  [ -r "$file" ] || continue
  while read -r pid device mib name; do
    if [ -d "/proc/$pid" ]; then
      apps="${apps}GPU-$uuids-000$device, $pid, $name, $mib
"
    else
      [ -r "$held/dead-$pid" ] || echo "$now" >"$held/dead-$pid"
      read -r died <"$held/dead-$pid"
      waited=$((now - died)) flat=$((20 + 15 * (device * 5 % 8))) falls=$((40 + 20 * (device * 3 % 8)))
      [ "$kept" = "$device" ] && waited=0
      [ "$waited" -lt "$flat" ] || mib=$((waited < flat + falls ? mib - mib * (waited - flat) / falls : 0))
    fi
    eval "used$device=\$((used$device + mib))"
  done <"$file"
done

case $1 in
--query-gpu=*) fields=${1#*=} ;;
--query-compute-apps=gpu_uuid,pid,process_name,used_gpu_memory)
  printf %s "$apps"
  exit
  ;;
*)
  echo "Option $1 is not recognized."
  exit 2
  ;;
esac
IFS=,
for device in 0 1 2 3 4 5 6 7; do
  [ "$device" != "$lost" ] || continue
  eval "used=\$used$device"
  [ "$used" -le 97887 ] || used=97887
  row=
  for field in $fields; do
    case $field in
    index) cell=$device ;;
    uuid) cell=GPU-$uuids-000$device ;;
    pci.bus_id) cell=00000000:${device}1:00.0 ;;
    name) cell='NVIDIA RTX PRO 6000 Blackwell Server Edition' ;;
    driver_version) cell=580.95.05 ;;
    memory.total) cell=97887 ;;
    memory.used) cell=$used ;;
    memory.free) cell=$((97887 - used)) ;;
    mig.mode.current | display_active) cell=Disabled ;;
    *)
      echo "Field \"$field\" is not a valid field to query."
      exit 2
      ;;
    esac
    case $field in memory.*) [ "$device" != "$unavailable" ] || cell='[N/A]' ;; esac
    row="$row, $cell"
  done
  echo "${row#, }"
done
