"""The first example of On Computable Numbers (1936): 0 1 0 1 …"""

RULES = {
    # (state, scanned): (print, move, next state)
    ("b", " "): ("0", 1, "c"),
    ("c", " "): (" ", 1, "e"),
    ("e", " "): ("1", 1, "f"),
    ("f", " "): (" ", 1, "b"),
}


def run(rules, state, steps):
    tape, square = {}, 0
    for _ in range(steps):
        symbol, move, state = rules[state, tape.get(square, " ")]
        tape[square] = symbol
        square += move
    return "".join(tape.get(n, " ") for n in range(square))


print(run(RULES, "b", steps=24))  # 0 1 0 1 0 1 0 1 0 1 0 1
