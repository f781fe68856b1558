#include "views/byte_map/byte_map.h"

#include "views/byte_map/byte_map_legend.h"
#include "views/byte_map/byte_map_strips.h"
#include "views/kit/elided_label.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

/// The spellings in the settings.
constexpr std::array<std::pair<ByteColoring, const char*>, 3> coloringNames{
    {{ByteColoring::DType, "dtype"}, {ByteColoring::Group, "group"}, {ByteColoring::Size, "size"}}};

} // namespace

ByteMap::ByteMap(QWidget* parent)
    : QWidget(parent)
    , m_strips(new ByteMapStrips(this))
    , m_legend(new ByteMapLegend(this))
    , m_text(new ElidedLabel(this))
    , m_coloring(new QComboBox(this))
{
    m_coloring->addItem(tr("Color by dtype"), int(ByteColoring::DType));
    m_coloring->addItem(tr("Color by group"), int(ByteColoring::Group));
    m_coloring->addItem(tr("Color by size"), int(ByteColoring::Size));
    m_coloring->setAccessibleName(tr("Colors of the byte map"));
    m_text->setMuted(true);

    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(8, 4, 8, 4);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_text, 0, 0);
    grid->addWidget(m_strips, 1, 0, 1, 2);
    grid->addWidget(m_legend, 2, 0);
    grid->addWidget(m_coloring, 2, 1);
    grid->setRowStretch(1, 1);
    grid->setColumnStretch(0, 1);

    connect(m_strips, &ByteMapStrips::textChanged, this, &ByteMap::showText);
    connect(m_strips, &ByteMapStrips::leafClicked, this, &ByteMap::tensorClicked);
    connect(m_strips, &ByteMapStrips::regionClicked, this, &ByteMap::regionClicked);
    connect(m_coloring, &QComboBox::currentIndexChanged, this, [this] {
        if (const auto colors = makeColors()) {
            m_strips->recolor(colors);
            m_legend->setKey(colors->key());
        }
    });
    connect(m_coloring, &QComboBox::activated, this, [this] { m_chosen = coloring(); });
    setCheckpoint(nullptr);
}

void ByteMap::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_opened = std::move(opened);
    m_coloring->setEnabled(m_opened != nullptr);
    {
        const QSignalBlocker blocked(m_coloring); // the strips still show the previous checkpoint
        updateColoring();
    }
    const auto colors = makeColors();
    m_strips->setSource(colors);
    m_legend->setKey(colors ? colors->key() : ByteMapKey());
    showText();
}

std::shared_ptr<const ByteMapColors> ByteMap::makeColors() const
{
    return m_opened ? std::make_shared<const ByteMapColors>(m_opened, coloring()) : nullptr;
}

void ByteMap::setKept(std::shared_ptr<const TensorSet> kept)
{
    m_strips->setKept(std::move(kept));
}

QString ByteMap::saveColoring() const
{
    for (const auto& [coloring, name] : coloringNames) {
        if (coloring == m_chosen)
            return QLatin1String(name);
    }
    return {};
}

void ByteMap::restoreColoring(const QString& wanted)
{
    m_chosen.reset();
    for (const auto& [coloring, name] : coloringNames) {
        if (wanted == QLatin1String(name))
            m_chosen = coloring;
    }
    updateColoring();
}

void ByteMap::updateColoring()
{
    const bool hasOneType = m_opened && m_opened->checkpoint->tensors.size() > 1 && m_opened->hasOneType;
    const ByteColoring wanted = m_chosen.value_or(hasOneType ? ByteColoring::Group : ByteColoring::DType);
    m_coloring->setCurrentIndex(std::max(m_coloring->findData(int(wanted)), 0));
}

void ByteMap::setCurrentNode(std::optional<NameTree::NodeId> node, const NameTree* tree)
{
    m_strips->setCurrentNode(node, tree);
}

void ByteMap::setChosen(std::span<const NameTree::NodeId> nodes, const NameTree& tree)
{
    m_strips->setChosen(nodes, tree);
}

void ByteMap::setCurrentByte(std::uint32_t file, std::uint64_t offset)
{
    m_strips->setCurrentByte(0, file, offset);
}

ByteColoring ByteMap::coloring() const
{
    return ByteColoring(m_coloring->currentData().toInt());
}

void ByteMap::showText()
{
    const NamedSentence& sentence = m_strips->currentSentence();
    const bool isHint = sentence.text.isEmpty() && m_strips->count() > 0;
    m_text->setText(isHint ? tr("Hover to identify bytes, scroll to zoom") : sentence.text);
    m_text->setNames(sentence.names);
    m_text->setMuted(sentence.text.isEmpty());
}

} // namespace loupe
