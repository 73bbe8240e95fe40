"""Sharing work and waiting for it: laws, one server, several servers."""

from .laws import (
    amdahl_speedup,
    gustafson_speedup,
    little_in_system,
    overtaking_tasks,
    team_time_s,
    tree_rounds,
    tree_sum_steps,
)
from .one_server import mg1_wait_s, mm1_time_quantile_s, mm1_time_s, mm1_wait_s
from .pool import erlang_c, mmc_wait_s, mmc_within

__all__ = [
    "amdahl_speedup",
    "erlang_c",
    "gustafson_speedup",
    "little_in_system",
    "mg1_wait_s",
    "mm1_time_quantile_s",
    "mm1_time_s",
    "mm1_wait_s",
    "mmc_wait_s",
    "mmc_within",
    "overtaking_tasks",
    "team_time_s",
    "tree_rounds",
    "tree_sum_steps",
]
