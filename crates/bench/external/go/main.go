// An external engine for gigagas-bench in Go's standard library. ../PROTOCOL.md says what it speaks.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// precompile maps call data to return data. ok is false for a failed call; supported is false where
// the library cannot answer this input.
type precompile func(input []byte) (output []byte, ok bool, supported bool)

// precompiles by name; other files of this package add theirs.
var precompiles = map[string]precompile{}

// engineName is what the engine is called in tables; a richer build says so.
var engineName = "go"

var inputs [][]byte

func main() {
	runtime.GOMAXPROCS(1)
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadString('\n')
		if line = strings.TrimSpace(line); line != "" {
			fmt.Fprintln(out, answer(strings.Fields(line)))
			out.Flush()
		}
		if err != nil {
			return
		}
	}
}

func answer(words []string) string {
	switch {
	case words[0] == "hello" && len(words) == 1:
		return engineName + " " + runtime.Version()
	case words[0] == "supports" && len(words) == 2:
		if _, known := precompiles[words[1]]; known {
			return "yes"
		}
		return "no"
	case words[0] == "clear" && len(words) == 1:
		inputs = nil
		return "ok"
	case words[0] == "input" && len(words) == 2:
		input, err := decode(words[1])
		if err != nil {
			return "error " + err.Error()
		}
		inputs = append(inputs, input)
		return "ok"
	case words[0] == "call" && len(words) == 3:
		return call(words[1], words[2])
	case words[0] == "batch" && len(words) == 4:
		return batch(words[1], words[2], words[3])
	}
	return "error unknown request"
}

func call(operation, index string) string {
	run, known := precompiles[operation]
	i, err := strconv.Atoi(index)
	if !known || err != nil || i < 0 || i >= len(inputs) {
		return "error no such operation or input"
	}
	output, ok, supported := run(inputs[i])
	switch {
	case !supported:
		return "unsupported"
	case !ok:
		return "halt"
	case len(output) == 0:
		return "ok -"
	}
	return "ok " + hex.EncodeToString(output)
}

func batch(operation, firstText, countText string) string {
	run, known := precompiles[operation]
	first, err1 := strconv.Atoi(firstText)
	count, err2 := strconv.Atoi(countText)
	if !known || err1 != nil || err2 != nil || first < 0 || count < 0 || len(inputs) == 0 {
		return "error no such operation or inputs"
	}
	next := first % len(inputs)
	start := time.Now()
	for i := 0; i < count; i++ {
		run(inputs[next])
		if next++; next == len(inputs) {
			next = 0
		}
	}
	return strconv.FormatInt(time.Since(start).Nanoseconds(), 10)
}

func decode(text string) ([]byte, error) {
	if text == "-" {
		return nil, nil
	}
	return hex.DecodeString(text)
}

// zeroExtended returns n bytes from offset of the input followed by endless zeros.
func zeroExtended(input []byte, offset, n int) []byte {
	bytes := make([]byte, n)
	if offset < len(input) {
		copy(bytes, input[offset:])
	}
	return bytes
}
