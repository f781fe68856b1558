#include "views/byte_map/byte_map.h"

#include "views/byte_map/byte_map_legend.h"
#include "views/byte_map/byte_map_strips.h"
#include "views/kit/elided_label.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>

namespace loupe {

ByteMap::ByteMap(QWidget* parent)
    : QWidget(parent)
    , m_strips(new ByteMapStrips(this))
    , m_legend(new ByteMapLegend(this))
    , m_text(new ElidedLabel(this))
    , m_colouring(new QComboBox(this))
{
    m_colouring->addItem(tr("Colour by dtype"), int(ByteColouring::DType));
    m_colouring->addItem(tr("Colour by group"), int(ByteColouring::Group));
    m_colouring->addItem(tr("Colour by size"), int(ByteColouring::Size));
    m_colouring->setAccessibleName(tr("What the byte map's colours mean"));
    m_text->setMuted(true);

    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(8, 4, 8, 4);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_text, 0, 0);
    grid->addWidget(m_strips, 1, 0, 1, 2);
    grid->addWidget(m_legend, 2, 0);
    grid->addWidget(m_colouring, 2, 1);
    grid->setRowStretch(1, 1);
    grid->setColumnStretch(0, 1);

    connect(m_strips, &ByteMapStrips::textChanged, this, &ByteMap::showText);
    connect(m_strips, &ByteMapStrips::leafClicked, this, &ByteMap::tensorClicked);
    connect(m_strips, &ByteMapStrips::regionClicked, this, &ByteMap::regionClicked);
    connect(m_colouring, &QComboBox::currentIndexChanged, this, [this] {
        if (const auto colours = makeColours()) {
            m_strips->recolour(colours);
            m_legend->setKey(colours->key());
        }
        emit colouringChanged(colouring());
    });
    setCheckpoint(nullptr);
}

void ByteMap::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_opened = std::move(opened);
    m_colouring->setEnabled(m_opened != nullptr);
    const auto colours = makeColours();
    m_strips->setSource(colours);
    m_legend->setKey(colours ? colours->key() : ByteMapKey());
    showText(m_strips->currentText());
}

std::shared_ptr<const ByteMapColours> ByteMap::makeColours() const
{
    return m_opened ? std::make_shared<const ByteMapColours>(m_opened, colouring()) : nullptr;
}

void ByteMap::setCurrentNode(std::optional<NameTree::NodeId> node)
{
    m_strips->setCurrentNode(node);
}

void ByteMap::setColouring(ByteColouring colouring)
{
    m_colouring->setCurrentIndex(m_colouring->findData(int(colouring)));
}

ByteColouring ByteMap::colouring() const
{
    return ByteColouring(m_colouring->currentData().toInt());
}

void ByteMap::showText(const QString& text)
{
    const bool isHint = text.isEmpty() && m_strips->count() > 0;
    m_text->setText(isHint ? tr("Point at a byte to see what it is there for; turn the wheel to zoom.") : text);
    m_text->setMuted(text.isEmpty());
}

} // namespace loupe
