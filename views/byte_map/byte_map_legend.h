#pragma once

#include "views/byte_map/byte_map_key.h"

#include <QWidget>

namespace loupe {

/// What the colors of a byte map mean, in one line; only of kinds that are there. Where there is no room for all of
/// them, the last ones are counted, and the tooltip has them.
class ByteMapLegend : public QWidget {
    Q_OBJECT

public:
    explicit ByteMapLegend(QWidget* parent = nullptr);

    void setKey(ByteMapKey key);
    /// As a screen reader or a test sees it.
    QString text() const;
    /// How many of the kinds have room.
    std::size_t shownKinds() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int widthOf(const QString& words) const;
    int scaleTextWidth() const; ///< of the scale with its numbers
    int roomForKinds() const;
    static QString moreText(std::size_t count);

    ByteMapKey m_key;
};

} // namespace loupe
