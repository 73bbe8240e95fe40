"""What must hold for all inputs of queues, collectives, scaling laws and reliability."""

from __future__ import annotations

from math import exp, factorial, inf, log

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import hwcalc as hw

reproducible = settings(derandomize=True, deadline=None, max_examples=150)
near = pytest.approx
counts = st.integers
rates = st.floats(1e-3, 1e6)
loads = st.floats(0.0, 0.999)
EPOCH = {"A": 482.01, "B": 2085.43, "alpha": 0.3478, "beta": 0.3658}


# ---- speed-up laws -----------------------------------------------------------------------------------


@reproducible
@given(serial=st.floats(0.0, 1.0), processors=st.floats(1.0, 1e9))
def test_speedup_laws(serial: float, processors: float) -> None:
    fixed = hw.amdahl_speedup(serial_fraction=serial, processors=processors)
    grown = hw.gustafson_speedup(serial_fraction=serial, processors=processors)
    assert 1 - 1e-12 <= fixed <= grown * (1 + 1e-9) and grown <= processors * (1 + 1e-12)
    assert fixed <= (1 / serial if serial else inf) * (1 + 1e-12)
    assert hw.amdahl_speedup(serial_fraction=0, processors=processors) == near(processors)
    assert hw.gustafson_speedup(serial_fraction=0, processors=processors) == processors
    assert hw.amdahl_speedup(serial_fraction=1, processors=processors) == 1
    assert hw.amdahl_speedup(serial_fraction=serial, processors=1) == near(1)


@reproducible
@given(serial=st.floats(0.0, 1.0), workers=counts(1, 300), rounds=counts(1, 50), task_s=st.floats(1e-3, 1e3))
def test_a_team_with_full_rounds_obeys_amdahl(serial: float, workers: int, rounds: int, task_s: float) -> None:
    tasks = workers * rounds
    alone = hw.team_time_s(tasks=tasks, task_s=task_s, workers=1, serial_fraction=serial)
    assert alone == near(tasks * task_s)
    team = {"task_s": task_s, "workers": workers, "serial_fraction": serial}
    time = hw.team_time_s(tasks=tasks, **team)
    assert alone / time == near(hw.amdahl_speedup(serial_fraction=serial, processors=workers))
    assert hw.team_time_s(tasks=tasks, handover_s=5, **team) == near(time + 5)
    assert hw.team_time_s(tasks=tasks + 1, **team) >= time
    assert hw.team_time_s(tasks=1, **team) == near(task_s)


@reproducible
@given(
    serial=st.sampled_from([0.0, 0.01, 0.05, 0.3]), workers=counts(1, 8), other_workers=counts(1, 120),
    slower=st.sampled_from([0.5, 1.0, 3.0, 10.0]), handover=st.sampled_from([0.0, 0.7, 25.0]),
)  # fmt: skip
def test_the_first_count_that_wins_is_found(
    serial: float, workers: int, other_workers: int, slower: float, handover: float
) -> None:
    first, second = {"task_s": 1, "workers": workers}, {"task_s": slower, "workers": other_workers}

    def wins(tasks: int) -> bool:
        theirs = hw.team_time_s(tasks=tasks, serial_fraction=serial, handover_s=handover, **second)
        return theirs < hw.team_time_s(tasks=tasks, serial_fraction=serial, **first)

    found = hw.overtaking_tasks(
        **first, other_task_s=slower, other_workers=other_workers, serial_fraction=serial, handover_s=handover,
        most_tasks=400,
    )  # fmt: skip
    assert found == next((tasks for tasks in range(1, 401) if wins(tasks)), inf)


@reproducible
@given(numbers=counts(1, 4000), workers=counts(1, 4000))
def test_a_sum_on_many_workers_takes_the_steps_that_a_simulation_takes(numbers: int, workers: int) -> None:
    assume(workers <= numbers)
    left = [numbers // workers + (place < numbers % workers) for place in range(workers)]
    steps = max(left) - 1
    results = workers
    while results > 1:
        results = results // 2 + results % 2
        steps += 1
    assert hw.tree_sum_steps(numbers=numbers, workers=workers) == steps
    assert hw.tree_sum_steps(numbers=numbers, workers=1) == numbers - 1


@pytest.mark.parametrize("power", range(1, 53))
def test_rounds_of_a_tree_around_every_power_of_two(power: int) -> None:
    assert hw.tree_rounds(workers=2**power) == power
    assert hw.tree_rounds(workers=2**power + 1) == power + 1
    assert hw.tree_rounds(workers=2**power - 1) == (power if power > 1 else 0)


def test_nobody_adds_nothing() -> None:
    with pytest.raises(ValueError, match="workers must be at most the numbers"):
        hw.tree_sum_steps(numbers=8, workers=9)


# ---- queues ------------------------------------------------------------------------------------------


@reproducible
@given(load=loads, service=rates)
def test_one_server_in_several_ways(load: float, service: float) -> None:
    queue = {"arrival_per_s": load * service, "service_per_s": service}
    assume(queue["arrival_per_s"] < service)
    wait, time = hw.mm1_wait_s(**queue), hw.mm1_time_s(**queue)
    assert time == near(wait + 1 / service)
    assert hw.mg1_wait_s(service_cv=1, **queue) == near(wait)
    assert hw.mg1_wait_s(service_cv=0, **queue) == near(wait / 2)
    within = hw.little_in_system(arrival_per_s=queue["arrival_per_s"], time_s=time)
    assert within == near(load / (1 - load), rel=1e-6)
    assert hw.mm1_time_quantile_s(quantile=1 - exp(-1), **queue) == near(time)
    assert hw.mm1_time_quantile_s(quantile=0, **queue) == 0


@reproducible
@given(load=loads, service_s=st.floats(1e-3, 1e3))
def test_a_pool_of_one_is_one_server(load: float, service_s: float) -> None:
    assert hw.erlang_c(offered_load=load, servers=1) == near(load)
    pool = hw.mmc_wait_s(offered_load=load, servers=1, service_s=service_s)
    single = hw.mm1_wait_s(arrival_per_s=load / service_s, service_per_s=1 / service_s)
    assert pool == near(single, rel=1e-9)
    done = hw.mmc_within(offered_load=load, servers=1, service_s=service_s, target_s=2 * service_s)
    assert done == near(1 - load * exp(-(1 - load) * 2), rel=1e-9)


@reproducible
@given(servers=counts(1, 60), utilization=loads)
def test_erlang_c_against_its_textbook_sum(servers: int, utilization: float) -> None:
    load = servers * utilization
    assume(load < servers)
    full = load**servers / factorial(servers) * servers / (servers - load)
    textbook = full / (sum(load**busy / factorial(busy) for busy in range(servers)) + full)
    assert hw.erlang_c(offered_load=load, servers=servers) == near(textbook, rel=1e-9, abs=1e-300)


@reproducible
@given(servers=counts(1, 200), utilization=st.floats(0.01, 0.99), target=st.floats(0.0, 100.0))
def test_more_servers_wait_less(servers: int, utilization: float, target: float) -> None:
    load = servers * utilization
    few, many = ({"offered_load": load, "servers": number, "service_s": 3.0} for number in (servers, servers + 1))
    assert hw.mmc_wait_s(**many) < hw.mmc_wait_s(**few) or hw.mmc_wait_s(**many) == 0  # too small for a float
    assert 0 <= hw.mmc_within(target_s=target, **few) <= hw.mmc_within(target_s=target + 1, **few) <= 1
    assert hw.mmc_within(target_s=0, **few) == near(1 - hw.erlang_c(offered_load=load, servers=servers))


def test_erlang_c_holds_for_a_large_pool_and_an_idle_one() -> None:
    assert 0 < hw.erlang_c(offered_load=940, servers=950.0) < 1
    assert hw.erlang_c(offered_load=0, servers=5) == 0
    assert hw.mmc_wait_s(offered_load=0, servers=5, service_s=1) == 0


@reproducible
@given(quantile=st.floats(0.5, 0.999), more=st.floats(0.0, 0.999))
def test_later_quantiles_take_longer(quantile: float, more: float) -> None:
    later = quantile + (1 - quantile) * more
    assume(later < 1)
    queue = {"arrival_per_s": 1.0, "service_per_s": 2.0}
    assert hw.mm1_time_quantile_s(quantile=quantile, **queue) <= hw.mm1_time_quantile_s(quantile=later, **queue)


# ---- collectives -------------------------------------------------------------------------------------

links = st.fixed_dictionaries(
    {"payload_bytes": st.floats(0.0, 1e12), "one_way_byte_per_s": st.floats(1e6, 1e13), "latency_s": st.floats(0.0, 1e-3)}
)


@reproducible
@given(link=links, ranks=counts(1, 4096))
def test_rings(link: dict[str, float], ranks: int) -> None:
    everything, gather = hw.ring_allreduce_s(ranks=ranks, **link), hw.ring_allgather_s(ranks=ranks, **link)
    assert everything == near(2 * gather)
    assert hw.all_to_all_s(ranks=ranks, **link) == near(gather)
    assert everything <= hw.ring_allreduce_s(ranks=ranks + 1, **link) * (1 + 1e-12)
    alone = [collective(ranks=1, **link) for collective in (hw.ring_allreduce_s, hw.ring_allgather_s, hw.all_to_all_s)]
    assert alone == [0, 0, 0]


@reproducible
@given(link=links, ranks=counts(1, 512))
def test_hierarchy_of_one_level_is_a_ring(link: dict[str, float], ranks: int) -> None:
    bandwidth = link["one_way_byte_per_s"]
    hierarchy = {"payload_bytes": link["payload_bytes"], "latency_s": link["latency_s"]}
    ring = hw.ring_allreduce_s(ranks=ranks, **link)
    one_node = hw.hierarchical_allreduce_s(
        ranks_per_node=ranks, nodes=1, inside_byte_per_s=bandwidth, between_byte_per_s=1.0, **hierarchy
    )
    one_rank_each = hw.hierarchical_allreduce_s(
        ranks_per_node=1, nodes=ranks, inside_byte_per_s=1.0, between_byte_per_s=bandwidth, **hierarchy
    )
    assert one_node == near(ring) and one_rank_each == near(ring)


@reproducible
@given(stages=counts(1, 128), microbatches=counts(1, 1024))
def test_pipeline_bubble(stages: int, microbatches: int) -> None:
    bubble = hw.pipeline_bubble_of_ideal(stages=stages, microbatches=microbatches)
    assert hw.pipeline_bubble_of_ideal(stages=1, microbatches=microbatches) == 0
    assert hw.pipeline_bubble_of_ideal(stages=stages, microbatches=microbatches + 1) <= bubble
    assert bubble * microbatches == near(stages - 1)


# ---- scaling laws ------------------------------------------------------------------------------------


@reproducible
@given(flop=st.floats(1e17, 1e27), shift=st.floats(1.01, 10.0))
def test_the_optimum_spends_the_budget_and_is_one(flop: float, shift: float) -> None:
    params = hw.chinchilla_optimal_params(flop=flop, **EPOCH)
    tokens = hw.chinchilla_optimal_tokens(flop=flop, **EPOCH)
    assert hw.training_flop(params_active=params, tokens=tokens) == near(flop)
    best = hw.chinchilla_loss(params=params, tokens=tokens, E=1.8172, **EPOCH)
    assert best < hw.chinchilla_loss(params=params * shift, tokens=tokens / shift, E=1.8172, **EPOCH)
    assert best < hw.chinchilla_loss(params=params / shift, tokens=tokens * shift, E=1.8172, **EPOCH)


@reproducible
@given(params=st.floats(1e6, 1e12), tokens=st.floats(1e8, 1e14), more=st.floats(1.1, 100.0))
def test_loss_falls_and_stays_above_the_floor(params: float, tokens: float, more: float) -> None:
    loss = hw.chinchilla_loss(params=params, tokens=tokens, E=1.8172, **EPOCH)
    assert loss > hw.chinchilla_loss(params=params * more, tokens=tokens, E=1.8172, **EPOCH) > 1.8172
    assert loss > hw.chinchilla_loss(params=params, tokens=tokens * more, E=1.8172, **EPOCH) > 1.8172
    kaplan = {"n_c": 8.8e13, "alpha_n": 0.076}
    assert hw.kaplan_loss(non_embedding_params=params, **kaplan) > hw.kaplan_loss(
        non_embedding_params=params * more, **kaplan
    )
    assert hw.kaplan_loss(non_embedding_params=8.8e13, **kaplan) == 1


def test_the_printed_constants_are_rounded_too_far() -> None:
    """The lesson: the constants as printed ask for five times as many tokens per parameter as the refitted ones."""
    printed = {"A": 406.4, "B": 410.7, "alpha": 0.34, "beta": 0.28}
    per_parameter = [
        hw.chinchilla_optimal_tokens(flop=5.76e23, **fit) / hw.chinchilla_optimal_params(flop=5.76e23, **fit)
        for fit in (printed, EPOCH)
    ]
    assert per_parameter == [near(93, rel=0.01), near(18, rel=0.03)]


# ---- reliability -------------------------------------------------------------------------------------


@reproducible
@given(devices=counts(1, 1_000_000), per_node=counts(1, 16), failures=st.floats(1e-5, 1.0))
def test_twice_the_machine_fails_twice_as_often(devices: int, per_node: int, failures: float) -> None:
    one, two = (
        hw.cluster_mtbf_s(devices=number, devices_per_node=per_node, failures_per_node_day=failures)
        for number in (devices, 2 * devices)
    )
    assert one == near(2 * two)
    assert hw.cluster_mtbf_s(devices=per_node, devices_per_node=per_node, failures_per_node_day=1) == 86400


@reproducible
@given(checkpoint=st.floats(0.1, 600.0), mtbf=st.floats(1e4, 1e7), off=st.floats(1.2, 5.0))
def test_youngs_interval_loses_the_least(checkpoint: float, mtbf: float, off: float) -> None:
    best = hw.young_interval_s(checkpoint_s=checkpoint, mtbf_s=mtbf)

    def lost(interval: float) -> float:
        return checkpoint / interval + interval / (2 * mtbf)

    assert lost(best) < lost(best * off) and lost(best) < lost(best / off)


@reproducible
@given(checkpoint=st.floats(0.0, 100.0), restart=st.floats(0.0, 500.0), mtbf=st.floats(2e3, 1e7))
def test_goodput(checkpoint: float, restart: float, mtbf: float) -> None:
    run = {"checkpoint_s": checkpoint, "interval_s": 1000.0, "mtbf_s": mtbf}
    useful = hw.goodput_fraction(restart_s=restart, **run)
    assert 0 <= useful <= 1
    assert hw.goodput_fraction(restart_s=restart + 1, **run) < useful
    assert hw.goodput_fraction(checkpoint_s=0, interval_s=1e-9, restart_s=0, mtbf_s=mtbf) == near(1)
    assert log(useful) <= 0
