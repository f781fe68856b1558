#include "formats/pickle/pickle_fields.h"

#include "formats/pickle/pickle_opcodes.h"

namespace loupe::pickle {

std::uint64_t addPickleFields(std::string_view stream, HeaderFieldList& fields, std::span<const ByteRange> apart)
{
    const std::uint64_t begin = fields.position();
    PickleCursor cursor(stream);
    while (!fields.done()) {
        const auto instruction = cursor.next();
        if (!instruction)
            break;
        while (!apart.empty() && apart.front().end <= instruction->begin)
            apart = apart.subspan(1);
        const bool isApart = !apart.empty() && apart.front().end <= instruction->end && !apart.front().empty();
        fields.add(begin + (isApart ? apart.front().begin : instruction->end), instruction->opcode->name,
            [&] { return describePickleArgument(*instruction); });
        if (isApart)
            fields.skipTo(begin + instruction->end);
        if (instruction->opcode->code == '.')
            break;
    }
    return cursor.position();
}

} // namespace loupe::pickle
