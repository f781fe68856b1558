#pragma once

#include "items/values/value_pages.h"
#include "views/hex/hex_layout.h"
#include "views/kit/scrolled_area.h"
#include "views/values/values_layout.h"

#include <optional>

namespace loupe {

/// A table of values with the numbers of rows and columns as its headers. Holds only the page around what can be seen:
/// asks for another by a signal and shows dots until it comes. For a pair, values that differ from the other table's
/// have a tint and a corner; the rest is quieter.
class ValuesArea : public ScrolledArea {
    Q_OBJECT

public:
    explicit ValuesArea(QWidget* parent = nullptr);

    /// What to show; forgets page and selection. `rowUnit`: elements that the numbers of rows count.
    void setTable(const Slice& slice, const CellForm& form, std::uint64_t rowUnit);
    /// The table is part of one with so many rows and columns, which it scrolls; at least its own. Until the next
    /// setTable().
    void setExtent(std::uint64_t rows, std::uint64_t columns);
    /// Tables that scroll as one do so by what the smallest of them shows, so that none keeps a last row or column out
    /// of sight.
    void setSharedView(QSize smallest);
    /// Columns have room for so many characters, more where values need them.
    void setLeastChars(int chars);
    /// Shows nothing but the sentence that says why.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }
    void setNotation(Notation notation);
    Notation notation() const { return m_notation; }
    /// The page asked for.
    void setPage(ValuePages::PagePtr page);
    const ValuePages::PagePtr& page() const { return m_page; }
    /// True while what can be seen waits for its page.
    bool waiting() const { return !m_wanted.empty(); }

    void goTo(Slice::Cell cell);
    /// Scrolls, and puts cursor and selection, to where they are in a table of the same extent. Says nothing.
    void follow(const ValuesArea& other);
    Slice::Cell cursor() const { return m_cursor; }
    Slice::Cell top() const { return m_top; }
    /// In the viewport, or beside it.
    QRect cellRect(Slice::Cell cell) const { return m_layout.rect(cell, m_top); }
    /// Holds at least the cell under the cursor, unless nothing is shown.
    SliceWindow selection() const;
    /// As it is drawn; dots where it is not here yet.
    QString text(Slice::Cell cell) const;

    QSize sizeHint() const override { return {480, 320}; }

signals:
    /// These values are not at hand: asked once for a window.
    void pageWanted(const loupe::SliceWindow& window);
    void cursorMoved();
    void scrolled();
    /// The viewport has another size.
    void resized();
    void copyWanted(const loupe::SliceWindow& window);

protected:
    void relayout() override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setTop(Slice::Cell top);
    /// By so many places, but not before the first or past the last.
    static Slice::Cell moved(Slice::Cell from, std::int64_t rows, std::int64_t columns, Slice::Cell last);
    void scrollBy(std::int64_t rows, std::int64_t columns);
    void scrollByAction(Qt::Orientation orientation, int action);
    void moveCursor(Slice::Cell cell, bool select);
    void wantVisiblePage();
    /// With rows and columns that are seen in part, and with those that only the extent has.
    SliceWindow visible() const { return visibleIn(viewport()->size()); }
    SliceWindow visibleIn(QSize size) const;
    QSize sharedView() const { return viewport()->size().boundedTo(m_sharedView); }
    Slice::Cell lastTop() const;
    Slice::Cell last() const;
    void paintHeaders(QPainter& painter) const;
    void paintCell(QPainter& painter, Slice::Cell cell) const;
    void paintDifference(QPainter& painter, const QRect& rect) const;

    Slice m_slice;
    CellForm m_form;
    std::uint64_t m_rowUnit = 1;
    std::uint64_t m_rows = 0; ///< of the extent
    std::uint64_t m_columns = 0;
    int m_leastChars = 1;
    QSize m_sharedView{QWIDGETSIZE_MAX, QWIDGETSIZE_MAX};
    Notation m_notation = Notation::Decimal;
    ValuesLayout m_layout;
    RowScale m_rowScale;
    RowScale m_columnScale;
    QString m_message;
    ValuePages::PagePtr m_page;
    SliceWindow m_wanted; ///< asked for and not yet here
    Slice::Cell m_top; ///< the first cell that is seen
    Slice::Cell m_cursor;
    Slice::Cell m_anchor; ///< the opposite corner of the selection
    QPoint m_wheelRest; ///< eighths of a degree not yet turned into rows and columns
};

} // namespace loupe
