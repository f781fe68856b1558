#include "items/language/tensor_text.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

class TensorText {
    Q_DECLARE_TR_FUNCTIONS(loupe::TensorText)
};

} // namespace

QString byteRangeText(ByteRange range)
{
    if (range.empty())
        return TensorText::tr("no bytes");
    if (range.size() == 1)
        return TensorText::tr("byte %1").arg(groupedCount(range.begin));
    return TensorText::tr("bytes %1 to %2").arg(groupedCount(range.begin), groupedCount(range.end - 1));
}

QString missingBytesText(std::uint64_t missing, std::uint64_t bytes)
{
    return missing == bytes
        ? TensorText::tr("missing entirely (%1 byte(s))", nullptr, pluralOf(bytes)).arg(groupedCount(bytes))
        : TensorText::tr("%1 of %2 byte(s) missing", nullptr, pluralOf(bytes))
              .arg(groupedCount(missing), groupedCount(bytes));
}

QString missingBytesText(const IncompleteTensor& tensor)
{
    return missingBytesText(tensor.missing, tensor.bytes);
}

QString partRoleText(std::string_view role)
{
    using Title = std::pair<std::string_view, const char*>;
    constexpr std::array titles{
        Title{"codes", QT_TRANSLATE_NOOP("loupe::TensorText", "Codes")},
        Title{"scale", QT_TRANSLATE_NOOP("loupe::TensorText", "Scales")},
        Title{"global_scale", QT_TRANSLATE_NOOP("loupe::TensorText", "Global scale")},
        Title{"nested_scale", QT_TRANSLATE_NOOP("loupe::TensorText", "Scales of the scales")},
        Title{"zero_point", QT_TRANSLATE_NOOP("loupe::TensorText", "Zero points")},
        Title{"offset", QT_TRANSLATE_NOOP("loupe::TensorText", "Offsets")},
        Title{"group_index", QT_TRANSLATE_NOOP("loupe::TensorText", "Group index")},
        Title{"shape", QT_TRANSLATE_NOOP("loupe::TensorText", "Shape")},
        Title{"table", QT_TRANSLATE_NOOP("loupe::TensorText", "Table")},
        Title{"nested_table", QT_TRANSLATE_NOOP("loupe::TensorText", "Table of the scales")},
        Title{"state", QT_TRANSLATE_NOOP("loupe::TensorText", "Settings")},
        Title{"layout", QT_TRANSLATE_NOOP("loupe::TensorText", "Layout")},
        Title{"mask", QT_TRANSLATE_NOOP("loupe::TensorText", "Mask")},
    };
    const auto* const found = std::ranges::find(titles, role, &Title::first);
    return found == titles.end() ? TensorText::tr("Other") : TensorText::tr(found->second);
}

std::string_view partName(std::string_view part, std::string_view weight)
{
    const auto end = std::ranges::mismatch(part, weight).in1;
    const auto common = static_cast<std::size_t>(end - part.begin());
    const std::size_t separator = part.substr(0, common).find_last_of("./");
    return separator == std::string_view::npos ? part : part.substr(separator + 1);
}

std::string withPartNames(
    std::string_view sentence, const QuantizedGroups::Group& group, const Checkpoint& stored, std::string_view weight)
{
    std::string text;
    for (;;) {
        const std::size_t before = std::min(sentence.find('"'), sentence.size());
        text += sentence.substr(0, before);
        sentence.remove_prefix(before);
        if (sentence.empty())
            return text;
        const auto quoted = std::ranges::find_if(group.parts, [&](const QuantizedGroups::Part& part) {
            return sentence.starts_with(quote(stored.tensors[part.tensor].name));
        });
        if (quoted == group.parts.end()) {
            text += '"';
            sentence.remove_prefix(1);
            continue;
        }
        const std::string_view name = stored.tensors[quoted->tensor].name;
        text += quote(partName(name, weight));
        sentence.remove_prefix(quote(name).size());
    }
}

/// Cut because names from malicious files may be megabytes long.
QString cellText(std::string_view text)
{
    constexpr std::size_t longestText = 1000;
    if (text.empty())
        return QStringLiteral("(empty)");
    return toQString(printable(text.substr(0, longestText)));
}

/// Cut because shapes from malicious files may have millions of dimensions.
QString shapeText(std::span<const std::uint64_t> shape)
{
    constexpr std::size_t longestShape = 32;
    if (shape.size() <= longestShape)
        return toQString(formatShape(shape));
    QString text = toQString(formatShape(shape.first(longestShape)));
    text.chop(1);
    return text + QStringLiteral(", …]");
}

QString sharedWithText(const Checkpoint& checkpoint, const SharedTensor& tensor)
{
    const std::string_view name = checkpoint.tensors[tensor.with].name;
    return TensorText::tr("shared with %1")
        .arg(name.empty() ? TensorText::tr("(unnamed)") : toQString(printable(name)));
}

} // namespace loupe
