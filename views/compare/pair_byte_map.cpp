#include "views/compare/pair_byte_map.h"

#include "views/byte_map/byte_map_legend.h"
#include "views/byte_map/byte_map_strips.h"
#include "views/compare/pair_byte_colors.h"
#include "views/kit/elided_label.h"

#include <QVBoxLayout>

namespace loupe {

namespace {

constexpr int millisecondsBetween = 300; ///< color updates

} // namespace

PairByteMap::PairByteMap(QWidget* parent)
    : QWidget(parent)
    , m_strips(new ByteMapStrips(this))
    , m_legend(new ByteMapLegend(this))
    , m_text(new ElidedLabel(this))
{
    m_strips->setAccessibleName(tr("Byte maps of A and B"));
    m_strips->setEmptyText(tr("Byte maps of A and B"));
    m_pause.setSingleShot(true);
    m_pause.setInterval(millisecondsBetween);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(2);
    column->addWidget(m_text);
    column->addWidget(m_strips, 1);
    column->addWidget(m_legend);
    connect(m_strips, &ByteMapStrips::textChanged, this, &PairByteMap::showText);
    connect(m_strips, &ByteMapStrips::leafClicked, this, &PairByteMap::nodeChosen);
    connect(&m_pause, &QTimer::timeout, this, &PairByteMap::recolor);
    setResults(nullptr);
}

void PairByteMap::setResults(const ComparisonResultsPtr& results)
{
    m_pause.stop();
    m_colors = results ? std::make_shared<PairByteColors>(results) : nullptr;
    m_strips->setSource(m_colors);
    m_legend->setKey(m_colors ? m_colors->key() : ByteMapKey());
    showText();
}

void PairByteMap::setNode(std::optional<NameTree::NodeId> node)
{
    m_strips->setCurrentNode(node);
}

void PairByteMap::setKept(std::shared_ptr<const TensorSet> kept)
{
    m_strips->setKept(std::move(kept));
}

void PairByteMap::onResultsAdded(bool ended)
{
    if (ended)
        recolor();
    else if (!m_pause.isActive())
        m_pause.start();
}

void PairByteMap::recolor()
{
    m_pause.stop();
    if (!m_colors)
        return;
    m_colors->update();
    m_strips->recolor(m_colors);
    m_legend->setKey(m_colors->key());
}

void PairByteMap::showText()
{
    const NamedSentence& sentence = m_strips->currentSentence();
    const bool isHint = sentence.text.isEmpty() && m_colors;
    m_text->setText(isHint ? tr("Hover to identify bytes, scroll to zoom") : sentence.text);
    m_text->setNames(sentence.names);
    m_text->setMuted(sentence.text.isEmpty());
}

} // namespace loupe
