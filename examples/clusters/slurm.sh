#!/bin/bash
# sbatch examples/clusters/slurm.sh scenarios/sweep/thesis.yaml
# Sixteen parts of a sweep, then: sbatch --dependency=afterok:JOB --wrap 'npx --no cahoots merge parts/* --out grid'
#SBATCH --array=1-16
#SBATCH --cpus-per-task=4
#SBATCH --time=04:00:00
set -euo pipefail
npx --no cahoots sweep "$1" --threads "$SLURM_CPUS_PER_TASK" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "parts/$SLURM_ARRAY_TASK_ID"
