#pragma once

#include "views/byte_map_colours.h"

#include <QWidget>

namespace loupe {

/// What the colours of a byte map mean, in one line; only of kinds that are there.
class ByteMapLegend : public QWidget {
    Q_OBJECT

public:
    explicit ByteMapLegend(QWidget* parent = nullptr);

    void setColours(ByteMapColours colours);
    /// As a screen reader or a test sees it.
    QString text() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ByteMapColours m_colours;
};

} // namespace loupe
