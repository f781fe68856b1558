#pragma once

#include "core/byte_range.h"
#include "formats/format.h"
#include "views/hex_layout.h"

#include <QAbstractScrollArea>
#include <QByteArray>

#include <cstdint>
#include <optional>
#include <vector>

namespace loupe {

/// Draws bytes in rows of offset, hexadecimal, text, and what they mean. Holds only the bytes around the visible rows:
/// asks for more by a signal and shows dots until they come. All offsets count from the first byte of the file.
class HexArea : public QAbstractScrollArea {
    Q_OBJECT

public:
    /// Bytes copied at once.
    static constexpr std::uint64_t maximumCopy = 1U << 20;

    explicit HexArea(QWidget* parent = nullptr);

    /// What to show; forgets bytes, fields and selection. `dtype` as in HexLayout.
    void setShown(ByteRange shown, std::optional<DType> dtype);
    /// Nothing to show, for the reason `sentence` gives.
    void setMessage(const QString& sentence);
    void setBytes(std::uint64_t begin, QByteArray bytes);
    /// The fields of a header that touch the bytes set last, in order.
    void setFields(std::vector<HeaderField> fields);

    void goTo(std::uint64_t offset);
    std::uint64_t cursor() const { return m_cursor; }
    std::uint64_t topOffset() const;
    ByteRange selection() const;
    /// As "0a 1b …"; empty where not all bytes are at hand or there are too many.
    QString selectionText() const;
    QString message() const { return m_message; }
    /// What stands under the cursor: its offset, its value or field. Plain text.
    QString cursorText() const;
    /// One visible row as text, as a screen reader or a test sees it.
    QString rowText(std::uint64_t row) const;

    QSize sizeHint() const override;

signals:
    /// The bytes around the visible rows, not at hand; asked once per range.
    void bytesWanted(loupe::ByteRange range);
    void cursorMoved();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void relayout();
    void setTopRow(std::uint64_t row);
    void moveCursor(std::uint64_t offset, bool select);
    void wantVisibleBytes();
    std::uint64_t visibleRows() const;
    std::uint64_t lastTopRow() const;
    std::optional<std::uint8_t> byteAt(std::uint64_t offset) const;
    std::uint64_t offsetAt(QPoint position) const;
    const HeaderField* fieldAt(std::uint64_t offset, std::size_t* number = nullptr) const;
    QString decoded(std::uint64_t row, int value) const;
    void paintRow(QPainter& painter, std::uint64_t row, int top) const;
    void copySelection() const;

    HexLayout m_layout;
    RowScale m_scale;
    std::optional<DType> m_dtype;
    ByteRange m_shown;
    QString m_message;
    std::uint64_t m_topRow = 0;
    std::uint64_t m_cursor = 0;
    std::uint64_t m_anchor = 0;
    std::uint64_t m_bytesBegin = 0;
    QByteArray m_bytes;
    ByteRange m_wanted;
    std::vector<HeaderField> m_fields;
    int m_wheelRest = 0; ///< eighths of a degree not yet turned into rows
    bool m_followingBar = true;
};

} // namespace loupe
