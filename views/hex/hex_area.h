#pragma once

#include "items/values/hex_pages.h"
#include "views/hex/hex_layout.h"
#include "views/kit/scrolled_area.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace loupe {

/// Draws rows of bytes: offset, hexadecimal, text, and decoded values or fields. Holds only the page around the visible
/// rows. Requests other pages by a signal and shows dots until they arrive. All offsets count from the first byte of
/// the file.
class HexArea : public ScrolledArea {
    Q_OBJECT

public:
    using PagePtr = std::shared_ptr<const HexPage>;

    explicit HexArea(QWidget* parent = nullptr);

    /// Sets the range to show; drops the page and the selection. `dtype` as in HexLayout.
    void setShown(ByteRange shown, std::optional<DType> dtype);
    /// Shows only this sentence.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }
    /// The answer to pageWanted().
    void setPage(PagePtr page);
    const PagePtr& page() const { return m_page; }
    /// True while the visible rows wait for a page.
    bool waiting() const { return !m_wanted.empty(); }

    ByteRange shown() const { return m_layout.shown(); }
    void goTo(std::uint64_t offset);
    std::uint64_t cursor() const { return m_cursor; }
    /// Contains at least the byte under the cursor, unless nothing is shown.
    ByteRange selection() const;
    std::uint64_t topRow() const { return m_topRow; }
    /// The text of a row, as drawn.
    QString rowText(std::uint64_t row) const;
    /// The header field at this offset; null if there is none or its page is not loaded.
    const HeaderField* fieldAt(std::uint64_t offset) const;

    QSize sizeHint() const override;

signals:
    /// These bytes are not loaded. Emitted once per range.
    void pageWanted(loupe::ByteRange range);
    void cursorMoved();
    void copyWanted(loupe::ByteRange range);

protected:
    void relayout() override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void scrollByAction(int action);
    void setTopRow(std::uint64_t row);
    void scrollRows(std::int64_t rows);
    void moveCursor(std::uint64_t offset, bool select);
    void wantVisiblePage();
    std::uint64_t visibleRows() const; ///< fully visible ones, at least 1
    std::uint64_t lastTopRow() const;
    std::uint64_t offsetAt(QPoint position) const;

    HexLayout m_layout;
    RowScale m_scale;
    std::optional<DType> m_dtype;
    QString m_message;
    PagePtr m_page;
    ByteRange m_wanted; ///< requested but not yet loaded
    std::uint64_t m_topRow = 0;
    std::uint64_t m_cursor = 0;
    std::uint64_t m_anchor = 0; ///< the other end of the selection
    int m_wheelRest = 0; ///< eighths of a degree not yet turned into rows
};

} // namespace loupe
