#pragma once

#include "views/byte_map/byte_map_key.h"

#include <QWidget>

namespace loupe {

/// The key of a byte map in one line, with the kinds that occur. If there is too little room for all, the last ones are
/// only counted, and the tooltip has them.
class ByteMapLegend : public QWidget {
    Q_OBJECT

public:
    explicit ByteMapLegend(QWidget* parent = nullptr);

    void setKey(ByteMapKey key);
    /// The full text, for screen readers and tests.
    QString text() const;
    /// The number of kinds that fit.
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
