#pragma once

#include "items/values/value_pages.h"
#include "views/hex/hex_layout.h"
#include "views/kit/scrolled_area.h"
#include "views/values/values_layout.h"

#include <optional>
#include <vector>

namespace loupe {

/// One of the values in each cell of a table.
struct CellValue {
    Slice slice; ///< the cells that have the value
    CellForm form;
    QString name; ///< shown above it if several values are shown
};

/// A table of values with row and column numbers as headers, aligned at the decimal point. Holds only the pages around
/// the visible part. Requests other pages by a signal and shows dots until they arrive. Columns are as wide as the
/// values seen so far need. For a pair, cells that differ have a corner mark and a tint that shows by how much; other
/// cells are muted.
class ValuesArea : public ScrolledArea {
    Q_OBJECT

public:
    explicit ValuesArea(QWidget* parent = nullptr);

    /// Sets the table; drops the page and the selection. `rowUnit`: elements per unit of the row numbers.
    void setTable(const Slice& slice, const CellForm& form, std::uint64_t rowUnit);
    /// Sets a table with several values per cell, all of them shown. `whole` covers the cells of each value.
    void setTable(const Slice& whole, std::vector<CellValue> values, std::uint64_t rowUnit);
    /// Chooses the values to show, from left to right, by index; at least one. Reset by setTable().
    void setShown(std::vector<std::size_t> values);
    /// The absolute difference with the strongest tint. Empty: the largest one on the page.
    void setLargestDifference(std::optional<double> size);
    /// Shows only this sentence.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }
    void setNotation(Notation notation);
    Notation notation() const { return m_notation; }
    /// The answer to pageWanted().
    void setPage(const ValuePages::PagePtr& page);
    /// As above, for several values: one page per value, null if it has none. `window`: the requested one.
    void setPages(const SliceWindow& window, std::vector<ValuePages::PagePtr> pages);
    const ValuePages::PagePtr& page(std::size_t value = 0) const { return m_pages[value]; }
    /// True while the visible part waits for a page.
    bool waiting() const { return !m_wanted.empty(); }

    void goTo(Slice::Cell cell);
    Slice::Cell cursor() const { return m_cursor; }
    /// The cell under the pointer, unless the cursor has moved since; else the cell at the cursor.
    Slice::Cell current() const { return m_pointed.value_or(m_cursor); }
    Slice::Cell top() const { return m_top; }
    /// In viewport coordinates; may be outside the viewport.
    QRect cellRect(Slice::Cell cell) const { return m_layout.rect(cell, m_top); }
    /// Contains at least the cell at the cursor, unless nothing is shown.
    SliceWindow selection() const;
    /// The text of a cell as drawn, even if it is not shown; dots if it is not loaded yet.
    QString text(Slice::Cell cell, std::size_t value = 0) const;

    QSize sizeHint() const override { return {480, 320}; }

signals:
    /// These values are not loaded. Emitted once per window.
    void pageWanted(const loupe::SliceWindow& window);
    void cursorMoved();
    /// current() has changed.
    void currentChanged();
    void copyWanted(const loupe::SliceWindow& window);

protected:
    void relayout() override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void setTop(Slice::Cell top);
    /// `from` moved by this many rows and columns, clamped to the table.
    static Slice::Cell moved(Slice::Cell from, std::int64_t rows, std::int64_t columns, Slice::Cell last);
    void scrollBy(std::int64_t rows, std::int64_t columns);
    void scrollByAction(Qt::Orientation orientation, int action);
    void moveCursor(Slice::Cell cell, bool select);
    void wantVisiblePage();
    void setPointed(std::optional<Slice::Cell> cell);
    int charsOf(std::size_t value) const;
    /// The index of the value that is the difference of two others.
    std::optional<std::size_t> difference() const;
    /// True if the cell is fully visible.
    bool isVisible(Slice::Cell cell) const;
    void intoView(Slice::Cell cell);
    /// The visible cells, including partly visible rows and columns.
    SliceWindow visible() const;
    Slice::Cell lastTop() const;
    Slice::Cell last() const;
    void paintHeaders(QPainter& painter) const;
    void paintNames(QPainter& painter, const QRect& cell) const;
    void paintCell(QPainter& painter, Slice::Cell cell) const;
    void paintValue(QPainter& painter, const QRect& rect, Slice::Cell cell, std::size_t value) const;
    /// The part of a cell that shows the difference; the whole cell if there is none.
    QRect differenceRect(const QRect& cell) const;
    QColor tint(Slice::Cell cell) const;
    void paintCorner(QPainter& painter, QPoint corner) const;

    Slice m_slice;
    std::vector<CellValue> m_values;
    std::vector<std::size_t> m_shown; ///< indexes into m_values
    std::vector<int> m_chars; ///< per value: characters needed by the cells seen so far; 0 at first
    std::optional<double> m_largest; ///< see setLargestDifference()
    double m_largestOnPage = 0;
    std::uint64_t m_rowUnit = 1;
    Notation m_notation = Notation::Decimal;
    ValuesLayout m_layout;
    RowScale m_rowScale;
    RowScale m_columnScale;
    QString m_message;
    std::vector<ValuePages::PagePtr> m_pages{nullptr}; ///< one per value
    SliceWindow m_window; ///< covered by m_pages
    SliceWindow m_wanted; ///< requested but not yet loaded
    Slice::Cell m_top; ///< the first visible cell
    Slice::Cell m_cursor;
    Slice::Cell m_anchor; ///< the opposite corner of the selection
    std::optional<Slice::Cell> m_pointed;
    QPoint m_wheelRest; ///< eighths of a degree not yet turned into rows and columns
};

} // namespace loupe
