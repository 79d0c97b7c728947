#!/usr/bin/env bash
# Tries four settings of one service the way scripts do: sed on the unit, a fixed pause, a poll of /v1/models.
# It looks right, and measures nothing: README.md beside it says which of its steps lie.
set -u

UNIT=${UNIT:-sglang-k26.service}
UNIT_FILE=${UNIT_FILE:-/etc/systemd/system/$UNIT}
URL=${URL:-http://127.0.0.1:30000}

edit() { # budget topk window
  sed -i -E \
    -e "s/(--speculative-ddtree-budget) [0-9]+/\1 $1/" \
    -e "s/(--speculative-ddtree-topk) [0-9]+/\1 $2/" \
    -e "s/ --speculative-draft-window-size [0-9]+//" "$UNIT_FILE"
  if [ "$3" != none ]; then
    sed -i -E "s/^(ExecStart=.*)$/\1 --speculative-draft-window-size $3/" "$UNIT_FILE"
  fi
  systemctl daemon-reload
}

restart() {
  systemctl stop --no-block "$UNIT"
  sleep 8
  systemctl start --no-block "$UNIT"
}

ready() {
  for _ in 1 2 3 4 5; do
    curl -sf -m 5 "$URL/v1/models" > /dev/null && return 0
    sleep 3
  done
  return 1
}

measure() {
  curl -sf -m 300 -H 'content-type: application/json' "$URL/v1/completions" \
    -d '{"model": "kimi-k2.6", "prompt": "def fibonacci(n):", "max_tokens": 64, "temperature": 0}' > /dev/null
}

failed=0
while read -r name budget topk window; do
  edit "$budget" "$topk" "$window"
  if restart && ready && measure; then
    echo "$name: measured"
  else
    echo "$name: failed to start"
    failed=$((failed + 1))
  fi
done << 'SETTINGS'
b8k4 8 4 none
b16k4w2k 16 4 2048
b4k4w2k 4 4 2048
b12k6w2k 12 6 2048
SETTINGS

echo "$failed of 4 failed to start"
[ "$failed" -eq 0 ]
