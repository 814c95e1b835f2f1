#!/usr/bin/env bash
# The walk-through of docs/cip25.md: GIGAGAS names the program.
set -euo pipefail

key=304b6bb12f4dcffd4b147881bdeebfc63b7fb61412a3b696a530df076dde0546
wrong_key=204b6bb12f4dcffd4b147881bdeebfc63b7fb61412a3b696a530df076dde0546
signature=b3624c07c18b1abdb8f4808f0115e6a33d7323ac821976479cfae8426e86c178bd32dacce8f0d52456da8dfaf88cb42f352679674f9d4980635c9c686c6c560d
message=74657374206d657373616765
wrong_message=64257374206d657373616765
zeros=$(printf '%064d' 0)
word=$zeros$zeros

work=$(mktemp -d)
server=
end() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"; }
trap end EXIT

start() {
    "${GIGAGAS:-gigagas}" --json serve --port 0 --quiet "$@" >"$work/out" &
    server=$!
    for _ in $(seq 200); do
        url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$work/out")
        [ -n "$url" ] && return
        sleep 0.05
    done
    echo "the server did not start"; exit 1
}
stop() { kill -INT "$server"; wait "$server"; server=; }

# The answer of a method: ask METHOD PARAMS
ask() {
    curl -sS --noproxy '*' -H 'content-type: application/json' "$url" \
        -d "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$1\",\"params\":$2}" |
        sed -n 's/.*"result":"\([^"]*\)".*/\1/p'
}
# Compares: is EXPECTED WHAT...
is() {
    local expected=$1 got
    shift
    got=$("$@")
    [ "$got" = "$expected" ] || { echo "$*: $got instead of $expected"; exit 1; }
}
call() { ask eth_call "[{\"to\":\"$address\",\"data\":\"0x$1\"},\"latest\"]"; }
# The precompile's gas: what a transaction to it takes beyond 21000 and the data.
gas() {
    local data=$1 used cost=0 i
    used=$(ask eth_estimateGas "[{\"to\":\"$address\",\"data\":\"0x$data\"}]")
    for ((i = 0; i < ${#data}; i += 2)); do
        if [ "${data:i:2}" = 00 ]; then cost=$((cost + 4)); else cost=$((cost + 16)); fi
    done
    echo $((used - 21000 - cost))
}

walk() {
    address=$1
    shift
    start "$@"
    is "0x$zeros" call "$key$signature$message"
    is "0x${zeros%0}1" call "$key$signature$wrong_message"
    is "0x${zeros%0}1" call "$wrong_key$signature$message"
    is 1560 gas ""
    # Messages of one, two and four words of 64 bytes, the first one cut short.
    is 1584 gas "$key$signature$message"
    is 1608 gas "$key$signature$word$word"
    is 1632 gas "$key$signature$word$word$word$word"
    stop
    echo "curl, ed25519 at $address: passed"
}

walk 0x000000000000000000000000000000000000000a --fork istanbul --at 0x0a=ed25519
walk 0x00000000000000000000000000000000000000f3 --set celo-donut
