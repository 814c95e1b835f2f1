#!/usr/bin/env python3
"""Finds combinations of rows (Farkas) for gigagas-proofs: z3 names rows that contradict each other, the
multipliers are the exact null space of these rows. Nothing here is trusted.

pip install z3-solver==5.4.1.0 python-flint==0.9.0"""
import sys

import flint
import z3


def combination(rows):
    """rows: name -> (is equation, monomial -> coefficient)"""
    solver = z3.SolverFor("QF_LRA")
    solver.set("core.minimize", True)
    variables = {}
    for name, (equation, poly) in rows.items():
        terms = [
            z3.RealVal(c) * variables.setdefault(m, z3.Real("x" + m)) if m else z3.RealVal(c)
            for m, c in poly.items()
        ] or [z3.RealVal(0)]
        total = terms[0] if len(terms) == 1 else z3.Sum(terms)
        solver.assert_and_track(total == 0 if equation else total >= 0, "row " + name)
    if solver.check() != z3.unsat:
        return None
    core = [str(name).removeprefix("row ") for name in solver.unsat_core()]
    monomials = sorted({m for name in core for m in rows[name][1] if m})
    entries = [rows[name][1].get(m, 0) for m in monomials for name in core]
    null, rank = flint.fmpz_mat(len(monomials), len(core), entries).nullspace()
    if rank != 1:
        return None
    multipliers = [int(null[i, 0]) for i in range(len(core))]
    signs = [x for name, x in zip(core, multipliers) if not rows[name][0] and x]
    if signs and signs[0] < 0:
        multipliers = [-x for x in multipliers]
    elif not signs:
        total = sum(x * rows[name][1].get("", 0) for name, x in zip(core, multipliers))
        multipliers = [-x if total > 0 else x for x in multipliers]
    divisor = 0
    for x in multipliers:
        divisor = int(flint.fmpz(divisor).gcd(x))
    return ", ".join(f"{x // divisor} {name}" for name, x in zip(core, multipliers) if x)


rows = {}
for line in sys.stdin:
    if line == "solve\n":
        print(combination(rows) or "none", flush=True)
        rows = {}
        continue
    name, kind, *terms = line.split()
    poly = {}
    for term in terms:
        monomial, coefficient = term.split(":")
        poly[monomial] = int(coefficient)
    rows[name] = (kind == "=", poly)
