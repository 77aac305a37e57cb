#!/usr/bin/env python3
"""A tournament as a Slurm job array, on a cluster of this machine alone, beside the same tournament by one process.

Usage: slurm.py TENGEN. Needs root, as Slurm's daemons do. They have ports, state and keys of their own and end with it.
"""

import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import tempfile

from shards import check, check_test, daemon, free_port, wait_for

CONFIGURATION = """
ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=bf_interval=1,sched_interval=2
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores}
PartitionName=all Nodes=ALL Default=YES
"""


@contextlib.contextmanager
def cluster(folder):
    """Munge, a controller and a node; SLURM_CONF leads to them."""
    (folder / "state").mkdir()
    (folder / "spool").mkdir()
    key = folder / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    configuration = folder / "slurm.conf"
    ports = {"controller_port": free_port(), "node_port": free_port()}
    host = socket.gethostname().split(".")[0]
    configuration.write_text(CONFIGURATION.format(folder=folder, host=host, cores=os.cpu_count(), **ports))
    os.environ["SLURM_CONF"] = str(configuration)
    munge = ["munged", "--foreground", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket"]
    munge += [f"--{file}-file={folder}/munged.{file}" for file in ("pid", "log", "seed")]
    with daemon(munge, folder / "munged.out"):
        wait_for((folder / "munge.socket").exists, 20, "munged")
        with daemon(["slurmctld", "-D"], folder / "slurmctld.log"), daemon(["slurmd", "-D", "-N", host], folder / "slurmd.log"):
            state = ["sinfo", "--noheader", "--format=%T"]
            wait_for(lambda: asked(state) == "idle", 60, "an idle node")
            yield


def asked(argv):
    """What a command prints."""
    return subprocess.run(argv, capture_output=True, text=True, check=False).stdout.strip()


def cancel():
    """Takes all jobs from the queue and waits until it is empty."""
    subprocess.run(["scancel", "--me"], check=True)
    wait_for(lambda: asked(["squeue", "--noheader"]) == "", 60, "an empty queue")


def requeue():
    """Kills a shard that is being played, as a lost machine does; Slurm starts it again. One that ends first is none."""
    running = ["squeue", "--noheader", "--states=running", "--array", "--format=%i"]

    def lost():
        shard = next((job for job in asked(running).split() if "_" in job), None)
        return shard is not None and subprocess.run(["scontrol", "requeue", shard], check=False).returncode == 0

    wait_for(lost, 60, "a running shard")


def main():
    """The checks of scripts/shards with Slurm."""
    with tempfile.TemporaryDirectory(prefix="tengen-slurm-") as name:
        folder = pathlib.Path(name)
        with cluster(folder):
            verdicts = check("Slurm", "slurm", sys.argv[1], folder, ["--wait"], cancel)
            check_test(verdicts, "slurm", sys.argv[1], folder, ["--wait"], requeue)
    return verdicts.exit_code()


if __name__ == "__main__":
    sys.exit(main())
