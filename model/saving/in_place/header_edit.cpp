#include "saving/in_place/header_edit.h"

#include "core/text/quote.h"
#include "formats/opening/registry.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace loupe {

namespace {

tl::unexpected<Error> malformed(std::string message)
{
    return fail(ErrorCode::Malformed, std::move(message));
}

/// Dtype, shape and range of each tensor. The order does not depend on names.
using Described = std::tuple<std::uint64_t, std::uint64_t, DType, std::vector<std::uint64_t>>;

std::vector<Described> describedBy(const FileContent& content)
{
    std::vector<Described> tensors;
    tensors.reserve(content.tensors.size());
    for (const Tensor& tensor : content.tensors) {
        tensors.emplace_back(tensor.bytes.begin, tensor.bytes.end, tensor.dtype,
            std::vector<std::uint64_t>(tensor.shape.begin(), tensor.shape.end()));
    }
    std::sort(tensors.begin(), tensors.end());
    return tensors;
}

} // namespace

EditState stateOf(const HeaderEdit& edit, std::string_view current)
{
    if (current == edit.before)
        return EditState::Before;
    if (current == edit.after)
        return EditState::After;
    if (current.size() != edit.before.size() || current.size() != edit.after.size())
        return EditState::Foreign;
    for (std::size_t i = 0; i < current.size(); ++i) {
        if (current[i] != edit.before[i] && current[i] != edit.after[i])
            return EditState::Foreign;
    }
    return EditState::Between;
}

Result<> checkSameTensors(const HeaderEdit& edit)
{
    const Format* const format = findFormat(edit.format);
    if (!format || !format->readBack)
        return malformed("is of the format " + quote(edit.format) + ", which is not known");
    const auto before = format->readBack(edit.before, edit.fileSize);
    if (!before)
        return fail(before.error());
    const auto after = format->readBack(edit.after, edit.fileSize);
    if (!after)
        return fail(after.error());
    if (!before->findings.referenceAccepts() || !after->findings.referenceAccepts())
        return malformed("holds a header that is not valid");
    if (describedBy(*before) != describedBy(*after))
        return malformed("would change more than names and metadata");
    return {};
}

} // namespace loupe
