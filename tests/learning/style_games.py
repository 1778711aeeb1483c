"""Short chess games of two players, from which the tests learn a style."""

GAME = """[White "{white}"]
[Black "{black}"]
[WhiteElo "2400"]
[BlackElo "2400"]
[Date "2020.01.0{day}"]
[Result "*"]

{moves} *

"""
MOVES = ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 "
         "8. Nb3 Qxd1 9. Rxd1 Bg4",
         "1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 Nc6 7. Qxc6+ Bd7 "
         "8. Qf3 e6 9. Nc3 a6",
         "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 7. f4 Qb6 "
         "8. Qd2 Qxb2 9. Rb1 Qa3")


def written(folder):
    pgn = folder / "games.pgn"
    pgn.write_text("".join(
        GAME.format(white="Me" if day % 2 else "Her", black="Her" if day % 2 else "Me", day=day,
                    moves=MOVES[day % 3])
        for day in range(1, 10)))
    return pgn
