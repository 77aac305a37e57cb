//! The Gomocup protocol in memory: whole sessions byte for byte, and garbage.

use crate::served::served;
use tengen::protocols::gomocup::Brain;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// Everything that is answered to this input, in memory.
fn answers(input: impl AsRef<[u8]>) -> String {
    let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
    let mut brain = Brain::new(Host::new(GAMES, settings, Resources::new(1, 1))).unwrap();
    served(&mut brain, input)
}

#[test]
fn sessions() {
    for (input, output) in [
        ("", ""),
        ("\r\n\r\n  \n", ""),
        ("ABOUT", "name=\"Tengen\", version=\"0.2.0\", author=\"The Tengen authors\"\n"),
        ("START 15\r\nstart 20\nStart 5\nSTART 22\nSTART 15 15\n", "OK\nOK\nOK\nOK\nOK\n"),
        (
            "START 4\nSTART 23\nSTART 256\nSTART -15\nSTART\nSTART x\nSTART 15 20\n",
            "ERROR Gomoku has the sizes 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22, not 4\n\
             ERROR Gomoku has the sizes 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22, not 23\n\
             ERROR a board of 256 lines is not supported\n\
             ERROR a board of -15 lines is not supported\n\
             ERROR expected the size of a square board, got \n\
             ERROR expected the size of a square board, got x\n\
             ERROR expected the size of a square board, got 15 20\n",
        ),
        (
            "RECTSTART 15,15\nRECTSTART 30,20\nRECTSTART 20\nRESTART\n",
            "OK\nERROR rectangular boards are not supported\nERROR expected width,height, got 20\nOK\n",
        ),
        ("FOO 1 2\nSUGGEST 3,4\n7,7\n", "UNKNOWN FOO 1 2\nUNKNOWN SUGGEST 3,4\nUNKNOWN 7,7\n"),
        ("INFO\nINFO evaluate 3,4\nINFO folder /tmp\nINFO game_type 1\nINFO new_key x\nSTART 15\n", "OK\n"),
        (
            "START 15\nPLAY 3,4\nPLAY 3,4\nPLAY 15,0\nPLAY 1\n",
            "OK\n3,4\nERROR 3,4 cannot be played: 3,4 is occupied\nERROR 15,0 is off the board of 15 lines\nERROR expected a point x,y, got 1\n",
        ),
        (
            "START 15\nPLAY 3,4\nTAKEBACK 3,4\nTAKEBACK 3,4\nPLAY 3,4\n",
            "OK\n3,4\nOK\nERROR there is no stone on 3,4\n3,4\n",
        ),
        ("START 15\nPLAY 3,4\nBEGIN\nRESTART\nPLAY 3,4\n", "OK\n3,4\nERROR the board is not empty\nOK\n3,4\n"),
        (
            "START 15\nBOARD\n3,4,1\n3,4,2\nDONE\nBOARD\n1,2\nDONE\nBOARD\n1,2,4\nDONE\nBOARD\n15,2,1\nDONE\nDONE\n",
            "OK\nERROR 3,4 is named twice\nERROR expected x,y,1 to 3, got 1,2\nERROR expected x,y,1 to 3, got 1,2,4\nERROR 15,2 is off the board of 15 lines\nERROR DONE without a list of stones\n",
        ),
        (
            "START 15\nBOARD\n3,4,1\nABOUT\nDONE\n",
            "OK\nERROR the list of stones has no end: DONE is missing\nname=\"Tengen\", version=\"0.2.0\", author=\"The Tengen authors\"\nERROR DONE without a list of stones\n",
        ),
        ("INFO rule 5\nSTART 15\nBEGIN\nINFO rule 1\nPLAY 7,7\n", "OK\nERROR rule 5 is not supported\n7,7\n"),
        // A turn that cannot be answered leaves the board as it was.
        ("START 15\nINFO rule 5\nTURN 7,7\nINFO rule 1\nPLAY 7,7\n", "OK\nERROR rule 5 is not supported\n7,7\n"),
        (
            "SWAP2BOARD\n7,7\nDONE\nSWAP2BOARD\n7,7\n7,7\n8,8\nDONE\n",
            "ERROR swap2 has 0, 3 or 5 stones, not 1\nERROR 7,7 is named twice\n",
        ),
        // A game that is over: five of the opponent's, five of our own.
        (
            "START 15\nBOARD\n0,0,2\n0,1,2\n0,2,2\n0,3,2\n0,4,2\n9,9,1\n9,8,1\n9,7,1\n9,6,1\nDONE\nTURN 5,5\n",
            "OK\nERROR the game is over\nERROR 5,5 cannot be played: the game is over\n",
        ),
        (
            "ABOUT\nYXSTOP\nYXHASHCLEAR\nABOUT\n",
            "name=\"Tengen\", version=\"0.2.0\", author=\"The Tengen authors\"\nname=\"Tengen\", version=\"0.2.0\", author=\"The Tengen authors\"\n",
        ),
        (
            "YXNBEST\nYXNBEST 0\nYXNBEST -3\nYXNBEST x\nYXNBEST 1 2\nYXNBEST 99999999999999999999\n",
            "ERROR expected a number of moves, got \nERROR expected a number of moves, got 0\n\
             ERROR expected a number of moves, got -3\nERROR expected a number of moves, got x\n\
             ERROR expected a number of moves, got 1 2\n\
             ERROR expected a number of moves, got 99999999999999999999\n",
        ),
        (
            "YXBALANCEONE x\nYXBALANCETWO 1 2\nYXBALANCEONE 9999999999\n",
            "ERROR expected a value as in the messages, got x\nERROR expected a value as in the messages, got 1 2\n\
             ERROR expected a value as in the messages, got 9999999999\n",
        ),
        (
            "START 15\nYXBLOCK\n7,7\n15,0\nDONE\nYXBLOCKUNDO\n7\nDONE\nYXBLOCK\nDONE\nYXBLOCKUNDO\n7,7\nDONE\n",
            "OK\nERROR 15,0 is off the board of 15 lines\nERROR expected a point x,y, got 7\n",
        ),
        (
            "START 15\nYXSWAP2STEP2\nYXSWAP2STEP3\n",
            "OK\nERROR this is for 3 stones and White to move, not 0 and black\n\
             ERROR this is for 5 stones and White to move, not 0 and black\n",
        ),
        // A list goes with the command that there is not; what follows it is served, with DONE or without.
        (
            "YXQUERYDATABASEALL\n7,7\n8,8\nDONE\nYXFOO\nRESTART\nYXFOO\n1,1\nRESTART\nDONE\n",
            "UNKNOWN YXQUERYDATABASEALL\nUNKNOWN YXFOO\nOK\nUNKNOWN YXFOO\nOK\n\
             ERROR DONE without a list of stones\n",
        ),
        (
            "START 15\nBOARD\n0,0,2\n0,1,2\n0,2,2\n0,3,2\n0,4,2\n9,9,1\n9,8,1\n9,7,1\n9,6,1\nDONE\n\
             YXNBEST 2\nYXSEARCHDEFEND\nYXBALANCEONE 0\nYXBALANCETWO 0\n",
            "OK\nERROR the game is over\nERROR the game is over\nERROR the game is over\n\
             ERROR the game is over\nERROR the game is over\n",
        ),
        ("RESTART\nEND\nRESTART\n", "OK\n"),
    ] {
        assert_eq!(answers(input), output, "{input:?}");
    }
    let long = "x".repeat(1_000_000);
    assert_eq!(answers(format!("{long}\nRESTART\n")), "ERROR a line may have 4096 bytes\nOK\n");
    assert_eq!(answers(format!("START 15{}\n", " ".repeat(4000))), "OK\n");
}

#[test]
fn forbidden_points_are_told() {
    // A double three on 7,7, and an overline on 7,0, of Black's stones.
    let stones = "YXBOARD\n5,7,1\n6,7,1\n7,5,1\n7,6,1\n4,0,1\n5,0,1\n6,0,1\n8,0,1\n9,0,1\n\
                  0,14,2\n2,14,2\n4,14,2\n6,14,2\n8,14,2\n10,14,2\n12,14,2\n14,14,2\n14,12,2\nDONE\nYXSHOWFORBID\n";
    assert_eq!(answers(format!("INFO rule 4\nSTART 15\n{stones}")), "OK\nFORBID 07000707.\n");
    assert_eq!(answers(format!("INFO rule 0\nSTART 15\n{stones}")), "OK\nFORBID .\n");
    // What Yixin-Board means by rule 2.
    let output = answers(format!("yxshowinfo\nINFO rule 2\nSTART 15 15\n{stones}"));
    assert!(output.ends_with("MESSAGE INFO MAX_HASH_SIZE 22\nOK\nFORBID 07000707.\n"), "{output}");
}

#[test]
fn garbage_is_answered_and_survived() {
    const PIECES: [&[u8]; 30] = [
        b"START ",
        b"15",
        b"BEGIN",
        b"TURN ",
        b"BOARD\n",
        b"DONE",
        b"7,7",
        b",1",
        b"-1",
        b"INFO rule ",
        b"4",
        b"\r\n",
        b"\n",
        b"\0",
        b"\xff\xfe",
        b" ",
        b"TAKEBACK ",
        b"SWAP2BOARD\n",
        b"PLAY ",
        b"99999999999999999999",
        b"YXSTOP\n",
        b"YXBOARD\n",
        b"YXBLOCK\n",
        b"YXBLOCKUNDO\n",
        b"YXNBEST ",
        b"YXBALANCEONE ",
        b"YXBALANCETWO ",
        b"YXSEARCHDEFEND\n",
        b"YXSWAP2STEP1\nYXSWAP2STEP2\nYXSWAP2STEP3\n",
        b"INFO timeout_turn 0\nINFO thread_num 1\n",
    ];
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..300 {
        let mut input = Vec::new();
        for _ in 0..rng.usize(..40) {
            input.extend_from_slice(rng.choice(PIECES).unwrap());
            if rng.u8(..10) == 0 {
                input.push(rng.u8(..));
            }
        }
        // Searches end at once: what they find is of no account.
        input.extend_from_slice(b"\nYXSTOP\nABOUT\n");
        // No line may end the session.
        let input: Vec<u8> = String::from_utf8_lossy(&input).to_ascii_uppercase().replace("END", "E-D").into_bytes();
        let output = answers(&input);
        let text = String::from_utf8_lossy(&input);
        assert!(output.ends_with("author=\"The Tengen authors\"\n"), "{text:?}: {output}");
        for line in output.lines() {
            let known = ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "SWAP", "name="];
            let plain =
                known.iter().any(|word| line.starts_with(word)) || line.starts_with(|c: char| c.is_ascii_digit());
            assert!(plain && !line.contains("fault of the program"), "{text:?}: {line:?}");
        }
    }
}
