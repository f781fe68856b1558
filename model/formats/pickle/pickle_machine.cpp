#include "formats/pickle/pickle_machine.h"

namespace loupe::pickle {

namespace {

constexpr std::string_view nothingThere = "needs a value where the stack has none";
constexpr std::string_view keyAlone = "has a key without a value";

} // namespace

void PickleMachine::fault(std::string_view what)
{
    if (!m_reading.fault)
        m_reading.fault = PickleFault{m_offset, std::string(m_name) + ' ' + std::string(what), false};
}

void PickleMachine::pushInteger(std::int64_t number, PickleKind kind)
{
    push(values().addInteger(kind, number, m_offset));
}

void PickleMachine::pushCopy(PickleKind kind, const std::optional<std::string>& text)
{
    if (text)
        pushText(kind, values().keep(*text));
    else
        fault("has an invalid argument");
}

void PickleMachine::pushPersistent(PickleId name)
{
    if (name != PickleValues::none)
        push(values().addNode(PickleKind::Persistent, PickleValues::none, name, m_offset));
}

bool PickleMachine::has(std::size_t count)
{
    if (m_stack.size() - lowest() >= count)
        return true;
    fault(nothingThere);
    return false;
}

bool PickleMachine::hasMark()
{
    if (m_marks.empty())
        fault("needs a MARK where there is none");
    return !m_marks.empty();
}

PickleId PickleMachine::pop()
{
    if (!has(1))
        return PickleValues::none;
    const PickleId top = m_stack.back();
    m_stack.pop_back();
    return top;
}

void PickleMachine::popOrUnmark()
{
    if (m_stack.size() == lowest() && !m_marks.empty())
        m_marks.pop_back();
    else
        pop();
}

/// Removes the last MARK and everything above it.
void PickleMachine::drop()
{
    m_stack.resize(m_marks.back());
    m_marks.pop_back();
}

void PickleMachine::popMark()
{
    if (hasMark())
        drop();
}

void PickleMachine::duplicate()
{
    if (has(1))
        push(m_stack.back());
}

void PickleMachine::appendFrom(PickleId container, std::size_t begin)
{
    for (std::size_t i = begin; i < m_stack.size(); ++i)
        values().append(container, m_stack[i]);
}

void PickleMachine::gather(PickleKind kind)
{
    if (!hasMark())
        return;
    const std::size_t begin = m_marks.back();
    if (kind == PickleKind::Dictionary && (m_stack.size() - begin) % 2 != 0)
        return fault(keyAlone);
    const PickleId container = values().add(kind, m_offset);
    appendFrom(container, begin);
    drop();
    push(container);
}

void PickleMachine::tuple(std::size_t count)
{
    if (!has(count))
        return;
    const PickleId tuple = values().add(PickleKind::Tuple, m_offset);
    appendFrom(tuple, m_stack.size() - count);
    m_stack.resize(m_stack.size() - count);
    push(tuple);
}

bool PickleMachine::takes(PickleId target, PickleKind kind)
{
    // Subclasses of list and dict, which a call creates, accept items, too.
    const PickleKind found = values().kind(target);
    if (found == kind || found == PickleKind::Call)
        return true;
    fault("has no container for its items");
    return false;
}

void PickleMachine::put(PickleKind kind, std::size_t count)
{
    if (!has(count + 1))
        return;
    const std::size_t begin = m_stack.size() - count;
    if (!takes(m_stack[begin - 1], kind))
        return;
    appendFrom(m_stack[begin - 1], begin);
    m_stack.resize(begin);
}

void PickleMachine::putAll(PickleKind kind)
{
    if (!hasMark())
        return;
    const std::size_t begin = m_marks.back();
    if (begin <= belowMark())
        return fault(nothingThere);
    if (kind == PickleKind::Dictionary && (m_stack.size() - begin) % 2 != 0)
        return fault(keyAlone);
    if (!takes(m_stack[begin - 1], kind))
        return;
    appendFrom(m_stack[begin - 1], begin);
    drop();
}

/// Equal texts have equal numbers. Hashes the bytes of a text only once, however many values refer to it.
std::uint32_t PickleMachine::nameNumber(PickleId text)
{
    std::uint32_t number = values().at(text).text.number;
    if (number == PickleValues::none) {
        const auto next = static_cast<std::uint32_t>(m_nameNumbers.size());
        number = m_nameNumbers.emplace(values().text(text), next).first->second;
        values().setTextNumber(text, number);
    }
    return number;
}

void PickleMachine::pushGlobal(PickleId module, PickleId name)
{
    constexpr std::size_t longest = 1000;
    if (values().kind(module) != PickleKind::Text || values().kind(name) != PickleKind::Text)
        return fault("needs the names of a module and of something in it");
    if (values().text(module).size() > longest || values().text(name).size() > longest)
        return fault("has a longer name than anything in Python");
    const PickleId id = values().addNode(PickleKind::Global, module, name, m_offset);
    const std::uint64_t both = std::uint64_t{nameNumber(module)} << 32 | nameNumber(name);
    const auto [known, isNew] = m_imports.emplace(both, static_cast<std::uint32_t>(m_imports.size()));
    if (isNew) {
        ++m_reading.importCount;
        if (m_reading.imports.size() < mostPickleImports)
            m_reading.imports.push_back({.global = id});
    }
    values().setState(id, known->second);
    push(id);
}

void PickleMachine::global(std::string_view module, std::string_view name)
{
    const PickleId moduleText = values().addText(PickleKind::Text, module, m_offset);
    pushGlobal(moduleText, values().addText(PickleKind::Text, name, m_offset));
}

void PickleMachine::stackGlobal()
{
    const PickleId name = pop();
    const PickleId module = pop();
    if (!faulty())
        pushGlobal(module, name);
}

void PickleMachine::call(PickleId callee, PickleId arguments)
{
    if (faulty())
        return;
    const PickleKind kind = values().kind(callee);
    if (kind != PickleKind::Global && kind != PickleKind::Call && kind != PickleKind::Persistent)
        return fault("would call something that is not callable");
    const PickleId id = values().addNode(PickleKind::Call, callee, arguments, m_offset);
    if (kind == PickleKind::Global) {
        const std::uint32_t number = values().at(callee).node.state;
        if (number < m_reading.imports.size() && m_reading.imports[number].call == PickleValues::none)
            m_reading.imports[number].call = id;
    }
    push(id);
}

void PickleMachine::reduce()
{
    const PickleId arguments = pop();
    if (values().kind(arguments) != PickleKind::Tuple)
        return fault("needs a tuple of arguments");
    call(pop(), arguments);
}

void PickleMachine::reduceWithKeywords()
{
    const PickleId keywords = pop();
    reduce();
    if (!faulty())
        values().setState(m_stack.back(), keywords);
}

void PickleMachine::build()
{
    const PickleId state = pop();
    if (!has(1))
        return;
    const PickleId target = m_stack.back();
    const PickleKind kind = values().kind(target);
    if (kind != PickleKind::Call && kind != PickleKind::Global && kind != PickleKind::Persistent)
        return fault("gives a state to a value that takes none");
    if (kind != PickleKind::Call)
        return;
    values().setState(target, state);
    const PickleId callee = values().at(target).node.callee;
    if (values().kind(callee) != PickleKind::Global)
        return;
    const std::uint32_t number = values().at(callee).node.state;
    if (number < m_reading.imports.size() && m_reading.imports[number].built == PickleValues::none)
        m_reading.imports[number].built = target;
}

void PickleMachine::object()
{
    if (!hasMark())
        return;
    const std::size_t begin = m_marks.back();
    if (begin == m_stack.size())
        return fault("needs a class where the stack has none");
    const PickleId arguments = values().add(PickleKind::Tuple, m_offset);
    appendFrom(arguments, begin + 1);
    const PickleId callee = m_stack[begin];
    drop();
    call(callee, arguments);
}

void PickleMachine::objectOf(std::string_view module, std::string_view name)
{
    if (!hasMark())
        return;
    const PickleId arguments = values().add(PickleKind::Tuple, m_offset);
    appendFrom(arguments, m_marks.back());
    drop();
    global(module, name);
    if (!faulty())
        call(pop(), arguments);
}

void PickleMachine::memoize(std::uint64_t number)
{
    // Consecutive numbers share one vector. All others go into a map, which costs no more than their opcodes.
    constexpr std::size_t widestGap = 16;
    if (!has(1))
        return;
    if (number > m_memo.size() + widestGap) {
        m_memoized += m_farMemo.insert_or_assign(number, m_stack.back()).second ? 1 : 0;
        return;
    }
    if (number >= m_memo.size())
        m_memo.resize(number + 1, PickleValues::none);
    m_memoized += m_memo[number] == PickleValues::none ? 1 : 0;
    m_memo[number] = m_stack.back();
}

void PickleMachine::recall(std::uint64_t number)
{
    if (number < m_memo.size() && m_memo[number] != PickleValues::none)
        return push(m_memo[number]);
    const auto far = m_farMemo.find(number);
    if (far == m_farMemo.end())
        return fault("refers to memo " + std::to_string(number) + ", which was never set");
    push(far->second);
}

PickleId PickleMachine::finish()
{
    for (; !m_marks.empty(); m_marks.pop_back()) {
        const std::size_t begin = m_marks.back();
        if (begin <= belowMark())
            continue;
        const PickleId target = m_stack[begin - 1];
        const PickleKind kind = values().kind(target);
        if (!values().holdsItems(target) || kind == PickleKind::Tuple)
            continue;
        m_stack.resize(m_stack.size() - (kind == PickleKind::Dictionary ? (m_stack.size() - begin) % 2 : 0));
        appendFrom(target, begin);
        m_stack.resize(begin);
    }
    return m_stack.empty() ? PickleValues::none : m_stack.front();
}

} // namespace loupe::pickle
