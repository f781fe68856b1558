#!/bin/bash
# cluster_test.sh TLOUPE SOURCE
# Tests the scripts of packaging/cluster. A private Slurm on loopback runs an array of 8 parts, one of which is killed
# midway and requeued, and one runs twice. GNU parallel runs the same parts. Both answers must be the same as that of a
# single run. If the programs are not installed, says so and exits with status 77.
set -euo pipefail

tloupe=$1
source=$2
work=$(mktemp -d)
started=()
failures=0
fail() {
    printf 'FAILED: %s\n' "$*"
    failures=$((failures + 1))
}
# shellcheck disable=SC2317  # called by the trap
stop() {
    local process
    for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
    for process in "${started[@]}"; do wait "$process" 2>/dev/null || true; done
    rm -rf "$work"
}
trap stop EXIT
missing=()
for program in slurmctld slurmd sbatch parallel; do
    command -v "$program" >/dev/null || missing+=("$program")
done

# Waits until a command succeeds, up to the given tenths of a second.
until_true() {
    local tries=$1
    shift
    until "$@"; do
        tries=$((tries - 1))
        if [[ $tries -le 0 ]]; then return 1; fi
        sleep 0.1
    done
}

cd "$work"
python3 - <<'PYTHON'
import json, struct
# 64 tensors of 4 MiB in a sparse file with only a few values on disk.
size = 4 << 20
header = {f"layers.{i}.weight": {"dtype": "F32", "shape": [1024, 1024], "data_offsets": [i * size, (i + 1) * size]}
          for i in range(64)}
text = json.dumps(header).encode()
with open("model.safetensors", "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text)
    for i in range(64):
        file.seek(8 + len(text) + i * size + 4 * 1000 * (i % 7))
        file.write(struct.pack("<3f", i, -1.5, float("nan") if i == 40 else 2))
    file.truncate(8 + len(text) + 64 * size)
PYTHON
status_alone=0
"$tloupe" scan --json model.safetensors >alone.json 2>/dev/null || status_alone=$?
[[ $status_alone -eq 1 ]] || fail "one run ends with $status_alone"
"$tloupe" stats --json model.safetensors >stats.json

# Checks that the parts in a folder give the same answer as a single run.
compare() {
    local folder=$1 alone=$2 expected=$3 status=0
    "$tloupe" collect --json "$folder" >collected.json 2>collected.err || status=$?
    [[ $status -eq $expected ]] || fail "$folder: collect ends with $status: $(cat collected.err)"
    cmp "$alone" collected.json || fail "$folder: collect prints something else"
}

mkdir bin
# On its first run, part 3 is stopped as soon as it has started.
cat >bin/tloupe <<WRAPPER
#!/bin/bash
if [[ " \$* " == *" --part 3/8 "* && -n \${SLURM_JOB_ID:-} && -z \${SLURM_RESTART_COUNT:-} ]]; then
    "$tloupe" "\$@" &
    until compgen -G "$work/parts/.p3.json.*" >/dev/null || ! kill -0 \$! 2>/dev/null; do :; done
    kill -STOP \$! 2>/dev/null || true
    # It continues for a moment, and may still finish its part.
    until ! kill -0 \$! 2>/dev/null || grep -q '^State:.*[TZ] ' "/proc/\$!/status" 2>/dev/null; do :; done
    rm -f "$work/parts/p3.json"
    touch "$work/stopped"
    sleep 600
fi
exec "$tloupe" "\$@"
WRAPPER
chmod +x bin/tloupe
export PATH=$work/bin:$PATH

if command -v parallel >/dev/null; then
    "$source/packaging/cluster/parts.parallel" parallel stats model.safetensors 2>/dev/null ||
        fail "parts.parallel ends with $?"
    compare parallel stats.json 0
    truncate -s 500 parallel/p2.json
    "$source/packaging/cluster/parts.parallel" parallel stats model.safetensors 2>/dev/null ||
        fail "parts.parallel with a damaged part ends with $?"
    compare parallel stats.json 0
fi

run_slurm() {
    local host ports controller
    host=$(hostname -s)
    ports=$(python3 -c '
import socket
sockets = [socket.socket() for _ in range(2)]
for each in sockets: each.bind(("127.0.0.1", 0))
print(*(each.getsockname()[1] for each in sockets))')
    mkdir state spool
    # Claims more processors than the machine may have, because Slurm starts waiting tasks only once a second.
    cat >slurm.conf <<CONF
ClusterName=t
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/d.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/d.log
SlurmctldPort=${ports% *}
SlurmdPort=${ports#* }
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
KillWait=1
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0,default_queue_depth=1000
PriorityType=priority/basic
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=p Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
    export SLURM_CONF=$work/slurm.conf
    slurmctld -D >ctld.out 2>&1 &
    started+=($!)
    slurmd -D -N "$host" >d.out 2>&1 &
    started+=($!)
    # shellcheck disable=SC2317  # called by name
    is_idle() { [[ $(sinfo -h -o %T 2>/dev/null) == idle ]]; }
    if ! until_true 200 is_idle; then
        tail -n 5 ctld.out d.out ctld.log d.log
        fail "Slurm does not start"
        return
    fi
    submit() { sbatch --parsable --output "$work/%A_%a.out" "$@" parts scan model.safetensors; }
    controller=$(submit "$source/packaging/cluster/parts.sbatch")
    # shellcheck disable=SC2317
    is_stopped() { [[ -e stopped && $(find parts -name 'p?.json' | wc -l) -eq 7 ]]; }
    until_true 300 is_stopped || fail "seven parts are not there, and one stopped: $(ls -A parts)"
    local status=0
    "$tloupe" collect parts >said 2>/dev/null || status=$?
    [[ $status -eq 1 && $(head -n 1 said) == 'run again: --array=3' ]] || fail "without part 3: $status, $(cat said)"
    cp parts/p5.json fifth
    submit --array=5 "$source/packaging/cluster/parts.sbatch" >/dev/null
    scontrol requeue "${controller}_3"
    # Slurm delays requeued tasks by two minutes. slurmd compares times in whole seconds: it refuses a task that starts in
    # the same second in which its first attempt ended. So the task is released in a later second than the one in which
    # it was first seen waiting, which is after that attempt ended.
    local seen=
    # shellcheck disable=SC2317
    is_done() {
        [[ -e parts/p3.json && -z $(squeue -h) ]] && return
        if [[ $(squeue -h -t PENDING -o %r) == BeginTime ]]; then
            seen=${seen:-$EPOCHSECONDS}
            if ((EPOCHSECONDS > seen)); then scontrol update JobId="${controller}_3" StartTime=now || true; fi
        fi
        false
    }
    until_true 300 is_done || fail "part 3 is not done again: $(squeue) $(scontrol show job "${controller}_3") $(tail -n 20 d.log)"
    cmp fifth parts/p5.json || fail "the second run of part 5 changes it"
    grep -q 'already done' ./*_5.out || fail "the second run of part 5 does not say that it is done"
    compare parts alone.json 1
    [[ -z $(find parts -name '.*' -type f) ]] || fail "left behind: $(find parts -name '.*')"
}

if [[ ${#missing[@]} -gt 0 ]]; then
    printf 'not installed, so not tested: %s\n' "${missing[*]}"
    [[ $failures -eq 0 ]] && exit 77
elif [[ $(id -u) -ne 0 ]]; then
    echo "not root, so Slurm is not tested"
    [[ $failures -eq 0 ]] && exit 77
else
    run_slurm
fi
exit $((failures > 0))
