#pragma once

#include "items/writing/writing_job.h"

#include <QWidget>

#include <bitset>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;

namespace loupe {

/// One row per dtype that chooses whether its tensors are kept, cast or omitted, and shows the cost of the cast.
class CastRows : public QWidget {
    Q_OBJECT

public:
    explicit CastRows(QWidget* parent = nullptr);

    /// Sets the dtypes. Keeps choices that still apply to a dtype and the format; otherwise tensors are kept as they
    /// are. Does not emit changed().
    void setTypes(const std::vector<WritingPreview::Share>& dtypes, const OutputFormat& format);
    void setFormat(const OutputFormat& format);
    std::vector<CastRule> casts() const;
    std::bitset<dtypeCount> leftOut() const;
    /// As if the user had chosen it in the row of `dtype`.
    void choose(DType dtype, DType to);
    void leaveOut(DType dtype);

    void showCosts(const CastCosts& costs, bool weighing);
    /// In tab order
    std::vector<QWidget*> controls() const;

signals:
    void changed();
    /// The number of rows has changed.
    void rowsChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        DType dtype;
        quint64 tensors = 0;
        quint64 bytes = 0;
        std::vector<DType> originals;
        QLabel* name;
        QLabel* amount;
        QComboBox* choice;
        int byDefault = -1; ///< choice preset by the format, until the user makes another
        QLabel* sign;
        QLabel* cost;
        bool isLossy = false;
    };
    void make(const std::vector<WritingPreview::Share>& dtypes);
    static void fill(Row& row, const OutputFormat& format);
    void select(DType dtype, int choice);
    void showCost(Row& row, const CastCosts& costs, bool weighing) const;
    void drawSigns();

    QGridLayout* m_grid;
    std::vector<Row> m_rows;
    std::string_view m_format; ///< ID of the format whose dtypes are offered
};

} // namespace loupe
