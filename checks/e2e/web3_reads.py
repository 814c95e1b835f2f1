"""web3.py makes the reads of viem.mjs: calls, receipts, logs, blocks, fees. GIGAGAS names the program."""

import json
import os
import pathlib
import subprocess

from web3 import Web3
from web3.logs import DISCARD
from web3.exceptions import ContractLogicError, TransactionNotFound

KEY = "304b6bb12f4dcffd4b147881bdeebfc63b7fb61412a3b696a530df076dde0546"
SIGNATURE = [
    "b3624c07c18b1abdb8f4808f0115e6a33d7323ac821976479cfae8426e86c178",
    "bd32dacce8f0d52456da8dfaf88cb42f352679674f9d4980635c9c686c6c560d",
]
MESSAGE = "74657374206d657373616765"
VALID = bytes(32)
INVALID = bytes(31) + b"\x01"
CASES = [
    (KEY, MESSAGE, VALID),
    (KEY, "6425" + MESSAGE[4:], INVALID),
    ("20" + KEY[2:], MESSAGE, INVALID),
]
PLACES = [
    ("0x000000000000000000000000000000000000000A", ["--fork", "istanbul", "--at", "0x0a=ed25519"]),
    ("0x00000000000000000000000000000000000000F3", ["--set", "celo-donut"]),
    ("0x000000000000000000000000000000000000000A", ["--at", "0x0a=ed25519"]),
]
COMPILED = json.loads(pathlib.Path(__file__).with_name("Ed25519Verifier.json").read_text())


def walk(w3: Web3, place: str) -> None:
    """All reads, after transactions that the server signs."""
    assert w3.is_connected() and w3.client_version.startswith("gigagas/")
    assert (w3.eth.chain_id, w3.net.version, w3.eth.block_number) == (31337, "31337", 0)
    place = w3.to_checksum_address(place)
    sender = w3.eth.accounts[0]
    assert w3.eth.get_balance(sender) == 10_000 * 10**18

    factory = w3.eth.contract(abi=COMPILED["abi"], bytecode=COMPILED["bytecode"])
    deployed = w3.eth.wait_for_transaction_receipt(factory.constructor(place).transact({"from": sender}))
    contract = w3.eth.contract(address=deployed["contractAddress"], abi=COMPILED["abi"])
    assert len(w3.eth.get_code(contract.address)) > 100
    assert contract.functions.precompile().call() == place

    for key, message, expected in CASES:
        data = "0x" + key + "".join(SIGNATURE) + message
        assert w3.eth.call({"to": place, "data": data}) == expected
        arguments = (bytes.fromhex(message), bytes.fromhex(key), [bytes.fromhex(half) for half in SIGNATURE])
        function = contract.functions.callEd25519Verify(*arguments)
        assert function.call() == expected
        receipt = w3.eth.wait_for_transaction_receipt(function.transact({"from": sender}))
        assert receipt["status"] == 1 and receipt["gasUsed"] <= function.estimate_gas({"from": sender})
        [asked] = contract.events.LogBytes().process_receipt(receipt, errors=DISCARD)
        [answered] = contract.events.LogBytes32().get_logs(from_block=receipt["blockNumber"])
        assert asked["args"] == {"label": "input", "data": bytes.fromhex(data[2:])}
        assert answered["args"] == {"label": "result", "data": expected}

    block = w3.eth.get_block("latest", full_transactions=True)
    assert block["number"] == 1 + len(CASES) and block["transactions"][0]["from"] == sender
    assert w3.eth.get_block(block["hash"])["transactions"] == [block["transactions"][0]["hash"]]
    assert w3.eth.get_transaction_count(sender) == block["number"]
    assert w3.eth.gas_price >= w3.eth.max_priority_fee == 10**9
    assert len(w3.eth.fee_history(2, "latest", [50])["reward"]) == 2
    try:
        w3.eth.get_transaction(VALID)
        raise AssertionError("there is no such transaction")
    except TransactionNotFound:
        pass
    identity = "0x0000000000000000000000000000000000000004"
    other = w3.eth.wait_for_transaction_receipt(factory.constructor(identity).transact({"from": sender}))
    reverting = w3.eth.contract(address=other["contractAddress"], abi=COMPILED["abi"])
    try:
        reverting.functions.callEd25519Verify(*arguments).call()
        raise AssertionError("IDENTITY's answer is too long")
    except ContractLogicError as error:
        assert "CALL failed" in str(error), error


def main() -> None:
    program = os.environ.get("GIGAGAS", "gigagas")
    for place, args in PLACES:
        command = [program, "--json", "serve", "--port", "0", "--quiet", *args]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                url = json.loads(server.stdout.readline())["url"]
                walk(Web3(Web3.HTTPProvider(url, request_kwargs={"proxies": {"http": ""}})), place)
            finally:
                server.terminate()
        assert server.returncode == 0, "the server ends cleanly when it is told to"
        print(f"web3.py, {' '.join(args)}: passed")


main()
