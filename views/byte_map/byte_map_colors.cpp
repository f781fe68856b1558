#include "views/byte_map/byte_map_colors.h"

#include "core/quantization.h"
#include "core/text/block_number.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

class ByteMapColorsText {
    Q_DECLARE_TR_FUNCTIONS(loupe::ByteMap)
};

void addQuantizedTypes(ByteMapKey& key, const OpenedCheckpoint& opened)
{
    for (const QuantizedTypes::Type& type : opened.quantizedTypes.list())
        key.entries.push_back(
            {toQString(type.name), [shade = type.shade](QPainter& painter, const QRect& rect, const Theme& theme) {
                 painter.fillRect(rect, theme.colorOfQuantized(shade));
             }});
}

} // namespace

ByteMapColors::ByteMapColors(OpenedCheckpointPtr opened, ByteColoring coloring)
    : m_opened(std::move(opened))
    , m_coloring(coloring)
{
    addSide(*m_opened->checkpoint, m_opened->regions);
    for (std::uint32_t file = 0; file < m_opened->regions.size(); ++file)
        addStrip(0, file, QString::number(file + 1));
}

const NameTree& ByteMapColors::tree() const
{
    return m_opened->tree;
}

ByteMapSource::SideTensors ByteMapColors::tensorsAt(NameTree::NodeId leaf) const
{
    return {SideTensor{0, leaf}};
}

NameTree::NodeId ByteMapColors::leafOf(SideTensor tensor) const
{
    return tensor.tensor;
}

void ByteMapColors::fillTensor(QPainter& painter, const QRect& rect, SideTensor tensor, const Theme& theme) const
{
    painter.fillRect(rect, colorOf(tensor.tensor, theme));
}

NamedSentence ByteMapColors::describe(const Strip& strip, const Region& region) const
{
    const QString file = describeFile(*m_opened->checkpoint, strip.file);
    NamedSentence sentence = describeRegion(*m_opened->checkpoint, strip.file, region);
    if (!file.isEmpty())
        sentence.text.prepend(file + QStringLiteral(" · "));
    return sentence;
}

QColor ByteMapColors::colorOf(std::uint32_t tensor, const Theme& theme) const
{
    const Tensor& described = m_opened->checkpoint->tensors[tensor];
    switch (m_coloring) {
    case ByteColoring::Group:
        return theme.groups[hueOf(tensor)];
    case ByteColoring::Size:
        return theme.sequential(largestTensor() > 1
                ? std::log2(double(fileBytes(described) + 1)) / std::log2(double(largestTensor()) + 1)
                : 0);
    case ByteColoring::DType:
        break;
    }
    return isQuantized(described) ? theme.colorOfQuantized(m_opened->quantizedTypes.shadeOf(described))
                                  : theme.colorOf(described.dtype);
}

int ByteMapColors::hueOf(std::uint32_t tensor) const
{
    // The outermost numbered group (a layer), or else the outermost group that has siblings.
    const NameTree& tree = m_opened->tree;
    NameTree::NodeId chosen = tensor;
    NameTree::NodeId branch = tensor;
    bool numbered = false;
    for (NameTree::NodeId node = tensor; node != tree.root(); node = tree.parent(node)) {
        if (isBlockNumber(tree.segment(node))) {
            chosen = node;
            numbered = true;
        }
        if (tree.children(tree.parent(node)).size() > 1)
            branch = node;
    }
    return int(m_opened->order->row(numbered ? chosen : branch) % Theme::groupHues);
}

ByteMapKey ByteMapColors::key() const
{
    ByteMapKey key;
    // Faults come before the dtypes, because there may be too many dtypes to show.
    addRegionKinds(key, *this);
    for (std::size_t dtype = 0; m_coloring == ByteColoring::DType && dtype < dtypeCount; ++dtype) {
        if (!m_opened->dtypes.test(dtype))
            continue;
        const QString name = DType(dtype) != DType::Opaque ? toQString(dtypeName(DType(dtype)))
            : m_opened->quantized                          ? ByteMapColorsText::tr("Not decoded")
                                                           : ByteMapColorsText::tr("Unknown dtype");
        key.entries.push_back({name, [dtype](QPainter& painter, const QRect& rect, const Theme& theme) {
                                   painter.fillRect(rect, theme.colorOf(DType(dtype)));
                               }});
    }
    if (m_coloring == ByteColoring::DType)
        addQuantizedTypes(key, *m_opened);
    if (m_coloring == ByteColoring::Group)
        key.hint = ByteMapColorsText::tr("Colors alternate between groups");
    if (m_coloring == ByteColoring::Size)
        key.scale = {QStringLiteral("0 B"), toQString(formatBytes(largestTensor()))};
    return key;
}

} // namespace loupe
