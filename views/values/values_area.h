#pragma once

#include "items/values/value_pages.h"
#include "views/hex/hex_layout.h"
#include "views/kit/scrolled_area.h"
#include "views/values/values_layout.h"

#include <optional>
#include <vector>

namespace loupe {

/// One of the values that stand in each cell of a table.
struct CellValue {
    Slice slice; ///< cells that have it
    CellForm form;
    QString name; ///< above it, where it is not the only one that is shown
};

/// A table of values with the numbers of rows and columns as its headers, aligned at the decimal point. Holds only the
/// pages around what can be seen: asks for others by a signal and shows dots until they come. Columns are as wide as
/// the values that were seen so far need. Of a pair, cells whose values differ have a corner and a tint that tells by
/// how much; the rest is quieter.
class ValuesArea : public ScrolledArea {
    Q_OBJECT

public:
    explicit ValuesArea(QWidget* parent = nullptr);

    /// What to show; forgets page and selection. `rowUnit`: elements that the numbers of rows count.
    void setTable(const Slice& slice, const CellForm& form, std::uint64_t rowUnit);
    /// A table whose cells have several values, all of which are shown. `whole` has the cells of each.
    void setTable(const Slice& whole, std::vector<CellValue> values, std::uint64_t rowUnit);
    /// Which of the values are shown, from left to right, by their numbers: at least one. Until the next setTable().
    void setShown(std::vector<std::size_t> values);
    /// The size of a difference that has the strongest tint; nothing: that of the largest one on the page.
    void setLargestDifference(std::optional<double> size);
    /// Shows nothing but the sentence that says why.
    void setMessage(const QString& sentence);
    QString message() const { return m_message; }
    void setNotation(Notation notation);
    Notation notation() const { return m_notation; }
    /// The page asked for.
    void setPage(const ValuePages::PagePtr& page);
    /// Those of all values, null if there is none of it, over the window asked for.
    void setPages(const SliceWindow& window, std::vector<ValuePages::PagePtr> pages);
    const ValuePages::PagePtr& page(std::size_t value = 0) const { return m_pages[value]; }
    /// True while what can be seen waits for its page.
    bool waiting() const { return !m_wanted.empty(); }

    void goTo(Slice::Cell cell);
    Slice::Cell cursor() const { return m_cursor; }
    /// The cell under the pointer, unless the cursor has moved since; else that under the cursor.
    Slice::Cell current() const { return m_pointed.value_or(m_cursor); }
    Slice::Cell top() const { return m_top; }
    /// In the viewport, or next to it.
    QRect cellRect(Slice::Cell cell) const { return m_layout.rect(cell, m_top); }
    /// Holds at least the cell under the cursor, unless nothing is shown.
    SliceWindow selection() const;
    /// As it is drawn, or would be if it were shown; dots where it is not here yet.
    QString text(Slice::Cell cell, std::size_t value = 0) const;

    QSize sizeHint() const override { return {480, 320}; }

signals:
    /// These values are not at hand: asked once for a window.
    void pageWanted(const loupe::SliceWindow& window);
    void cursorMoved();
    /// Another cell is current().
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
    /// By this many places, but not before the first or past the last.
    static Slice::Cell moved(Slice::Cell from, std::int64_t rows, std::int64_t columns, Slice::Cell last);
    void scrollBy(std::int64_t rows, std::int64_t columns);
    void scrollByAction(Qt::Orientation orientation, int action);
    void moveCursor(Slice::Cell cell, bool select);
    void wantVisiblePage();
    void setPointed(std::optional<Slice::Cell> cell);
    int charsOf(std::size_t value) const;
    /// The number of the value that is the difference of two others.
    std::optional<std::size_t> difference() const;
    /// As a whole.
    bool isVisible(Slice::Cell cell) const;
    void intoView(Slice::Cell cell);
    /// With rows and columns that are seen in part.
    SliceWindow visible() const;
    Slice::Cell lastTop() const;
    Slice::Cell last() const;
    void paintHeaders(QPainter& painter) const;
    void paintNames(QPainter& painter, const QRect& cell) const;
    void paintCell(QPainter& painter, Slice::Cell cell) const;
    void paintValue(QPainter& painter, const QRect& rect, Slice::Cell cell, std::size_t value) const;
    /// The part of a cell that shows the difference, else all of it.
    QRect differenceRect(const QRect& cell) const;
    QColor tint(Slice::Cell cell) const;
    void paintCorner(QPainter& painter, QPoint corner) const;

    Slice m_slice;
    std::vector<CellValue> m_values;
    std::vector<std::size_t> m_shown; ///< of these, by number
    std::vector<int> m_chars; ///< of each value, as far as they were seen; 0 before that
    std::optional<double> m_largest; ///< given
    double m_largestOnPage = 0;
    std::uint64_t m_rowUnit = 1;
    Notation m_notation = Notation::Decimal;
    ValuesLayout m_layout;
    RowScale m_rowScale;
    RowScale m_columnScale;
    QString m_message;
    std::vector<ValuePages::PagePtr> m_pages{nullptr}; ///< of each value
    SliceWindow m_window; ///< of the pages
    SliceWindow m_wanted; ///< asked for and not yet here
    Slice::Cell m_top; ///< the first cell that is seen
    Slice::Cell m_cursor;
    Slice::Cell m_anchor; ///< the opposite corner of the selection
    std::optional<Slice::Cell> m_pointed;
    QPoint m_wheelRest; ///< eighths of a degree not yet turned into rows and columns
};

} // namespace loupe
