#include "formats/pickle_fields.h"

#include "formats/pickle_opcodes.h"

namespace loupe {

std::uint64_t addPickleFields(std::string_view stream, HeaderFieldList& fields)
{
    const std::uint64_t begin = fields.position();
    PickleCursor cursor(stream);
    while (!fields.done()) {
        const auto instruction = cursor.next();
        if (!instruction)
            break;
        fields.add(
            begin + instruction->end, instruction->opcode->name, [&] { return describePickleArgument(*instruction); });
        if (instruction->opcode->code == '.')
            break;
    }
    return cursor.position();
}

} // namespace loupe
