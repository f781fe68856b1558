#include "formats/pickle/pickle_reader.h"

#include "core/text/text.h"
#include "formats/pickle/pickle_machine.h"
#include "formats/pickle/pickle_text.h"

#include <bit>
#include <bitset>
#include <charconv>
#include <cstring>

namespace loupe::pickle {

namespace {

/// The whole of `text` as a number.
template <typename Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return stop == end && error == std::errc() ? std::optional(number) : std::nullopt;
}

/// Executes opcodes on the machine.
class Reader {
public:
    Reader(std::string_view stream, const Work& work, std::size_t mostParts, std::uint64_t mostBytes)
        : m_cursor(stream.substr(0, mostBytes))
        , m_work(work)
        , m_mostParts(mostParts)
        , m_mostBytes(mostBytes)
        , m_isCut(stream.size() > mostBytes)
        , m_machine(m_reading)
    {
    }

    PickleReading read()
    {
        constexpr std::uint64_t stepsBetweenLooks = 4096;
        while (!m_done && !m_reading.fault) {
            if (++m_steps % stepsBetweenLooks == 0 && m_work.stopped()) {
                m_reading.stopped = true;
                break;
            }
            const auto instruction = m_cursor.next();
            if (!instruction) {
                m_reading.fault = m_cursor.fault();
                if (m_reading.fault->ended && m_isCut)
                    m_reading.fault->message =
                        "the pickle is longer than " + formatBytes(m_mostBytes) + ", what follows is not read";
                break;
            }
            recordUse(*instruction);
            m_machine.begin(*instruction);
            run(*instruction);
            if (m_machine.parts() > m_mostParts)
                m_machine.fault("makes more than " + formatCount(m_mostParts) + " values, what follows is not read");
        }
        m_reading.end = m_reading.fault ? m_reading.fault->offset : m_cursor.position();
        if (!m_done)
            m_reading.root = m_machine.finish();
        return std::move(m_reading);
    }

private:
    void recordUse(const PickleInstruction& instruction)
    {
        const auto code = static_cast<unsigned char>(instruction.opcode->code);
        if (m_used[code])
            return;
        m_used[code] = true;
        m_reading.opcodes.push_back({instruction.opcode, instruction.begin});
    }

    void run(const PickleInstruction& instruction)
    {
        switch (instruction.opcode->argument) {
        case PickleArgument::None:
            return runPlain(instruction.opcode->code);
        case PickleArgument::Line:
            return runLine(instruction.opcode->code, instruction.text);
        case PickleArgument::TwoLines:
            if (instruction.opcode->code == 'c')
                m_machine.global(instruction.text, instruction.secondLine);
            else
                m_machine.objectOf(instruction.text, instruction.secondLine);
            return;
        default:
            return runWithArgument(instruction);
        }
    }

    void runPlain(char code)
    {
        switch (code) {
        case '(':
            return m_machine.mark();
        case '.':
            m_reading.root = m_machine.pop();
            m_done = !m_machine.faulty();
            return;
        case '0':
            return m_machine.popOrUnmark();
        case '1':
            return m_machine.popMark();
        case '2':
            return m_machine.duplicate();
        case 'N':
            return m_machine.pushNew(PickleKind::None);
        case '\x88':
            return m_machine.pushInteger(1, PickleKind::Boolean);
        case '\x89':
            return m_machine.pushInteger(0, PickleKind::Boolean);
        case '}':
            return m_machine.pushNew(PickleKind::Dictionary);
        case ']':
            return m_machine.pushNew(PickleKind::List);
        case ')':
            return m_machine.pushNew(PickleKind::Tuple);
        case '\x8f':
            return m_machine.pushNew(PickleKind::Set);
        default:
            return runContainers(code);
        }
    }

    void runContainers(char code)
    {
        switch (code) {
        case 't':
            return m_machine.gather(PickleKind::Tuple);
        case 'l':
            return m_machine.gather(PickleKind::List);
        case 'd':
            return m_machine.gather(PickleKind::Dictionary);
        case '\x91':
            return m_machine.gather(PickleKind::Set);
        case '\x85':
            return m_machine.tuple(1);
        case '\x86':
            return m_machine.tuple(2);
        case '\x87':
            return m_machine.tuple(3);
        case 'a':
            return m_machine.put(PickleKind::List, 1);
        case 's':
            return m_machine.put(PickleKind::Dictionary, 2);
        case 'e':
            return m_machine.putAll(PickleKind::List);
        case 'u':
            return m_machine.putAll(PickleKind::Dictionary);
        case '\x90':
            return m_machine.putAll(PickleKind::Set);
        default:
            return runCalls(code);
        }
    }

    void runCalls(char code)
    {
        switch (code) {
        case 'R':
        case '\x81': // NEWOBJ
            return m_machine.reduce();
        case '\x92':
            return m_machine.reduceWithKeywords();
        case 'b':
            return m_machine.build();
        case 'o':
            return m_machine.object();
        case 'Q':
            return m_machine.pushPersistent(m_machine.pop());
        case '\x93':
            return m_machine.stackGlobal();
        case '\x94':
            return m_machine.memoize();
        default:
            return m_machine.fault("needs a buffer from outside of the pickle");
        }
    }

    void runLine(char code, std::string_view line)
    {
        switch (code) {
        case 'I':
            if (line == "00" || line == "01")
                return m_machine.pushInteger(line == "01" ? 1 : 0, PickleKind::Boolean);
            return decimal(line);
        case 'L':
            return decimal(line);
        case 'F':
            if (const auto number = numberIn<double>(line))
                return m_machine.pushFloat(*number);
            return m_machine.fault("has an argument that is not a number");
        case 'S':
            return m_machine.pushCopy(PickleKind::Text, unquotePickleString(line));
        case 'V':
            return m_machine.pushCopy(PickleKind::Text, unescapePickleUnicode(line));
        case 'P':
            m_machine.pushText(PickleKind::Text, line);
            return m_machine.pushPersistent(m_machine.pop());
        default:
            if (const auto number = numberIn<std::uint64_t>(line))
                return code == 'p' ? m_machine.memoize(*number) : m_machine.recall(*number);
            return m_machine.fault("has an argument that is not a memo number");
        }
    }

    void runWithArgument(const PickleInstruction& instruction)
    {
        const std::uint64_t number = instruction.number;
        switch (instruction.opcode->code) {
        case 'J':
            return m_machine.pushInteger(instruction.signedNumber);
        case 'K':
        case 'M':
            return m_machine.pushInteger(static_cast<std::int64_t>(number));
        case 'G':
            return m_machine.pushFloat(std::bit_cast<double>(number));
        case '\x8a':
        case '\x8b':
            return binaryLong(instruction.text);
        case 'T':
        case 'U':
        case 'X':
        case '\x8c':
        case '\x8d':
            return m_machine.pushText(PickleKind::Text, instruction.text);
        case 'B':
        case 'C':
        case '\x8e':
        case '\x96':
            return m_machine.pushText(PickleKind::Bytes, instruction.text);
        case 'q':
        case 'r':
            return m_machine.memoize(number);
        case 'h':
        case 'j':
            return m_machine.recall(number);
        case '\x80':
            if (number > 5)
                m_machine.fault("names protocol " + std::to_string(number) + ", expected at most 5");
            return;
        case '\x95':
            return; // FRAME is only a hint for buffering
        default:
            return m_machine.fault("names something that is not in the file");
        }
    }

    void decimal(std::string_view line)
    {
        if (line.ends_with('L'))
            line.remove_suffix(1);
        if (const auto number = numberIn<std::int64_t>(line))
            return m_machine.pushInteger(*number);
        m_machine.pushCopy(PickleKind::LongInteger, bytesOfDecimal(line));
    }

    void binaryLong(std::string_view bytes)
    {
        if (bytes.size() > sizeof(std::int64_t))
            return m_machine.pushText(PickleKind::LongInteger, bytes);
        std::uint64_t number = bytes.empty() || (bytes.back() & 0x80) == 0 ? 0 : UINT64_MAX;
        std::memcpy(&number, bytes.data(), bytes.size());
        m_machine.pushInteger(static_cast<std::int64_t>(number));
    }

    PickleCursor m_cursor;
    const Work& m_work;
    std::size_t m_mostParts;
    std::uint64_t m_mostBytes;
    bool m_isCut;
    PickleReading m_reading;
    PickleMachine m_machine;
    std::bitset<256> m_used;
    std::uint64_t m_steps = 0;
    bool m_done = false;
};

} // namespace

PickleReading readPickle(std::string_view stream, const Work& work, std::size_t mostParts, std::uint64_t mostBytes)
{
    return Reader(stream, work, mostParts, mostBytes).read();
}

} // namespace loupe::pickle
