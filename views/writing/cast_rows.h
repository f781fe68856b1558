#pragma once

#include "items/writing/writing_job.h"

#include <QWidget>

#include <bitset>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;

namespace loupe {

/// What becomes of each dtype, a row for each: stays, is cast, is omitted; and next to it what the cast costs.
class CastRows : public QWidget {
    Q_OBJECT

public:
    explicit CastRows(QWidget* parent = nullptr);

    /// Choices stay where the dtype is still there and the format can have them; else tensors stay as they are.
    /// Emits no changed().
    void setTypes(const std::vector<WritingPreview::Share>& dtypes, const OutputFormat& format);
    void setFormat(const OutputFormat& format);
    std::vector<CastRule> casts() const;
    std::bitset<dtypeCount> leftOut() const;
    /// As if it were chosen in the row of `dtype`.
    void choose(DType dtype, DType to);
    void leaveOut(DType dtype);

    void showCosts(const CastCosts& costs, bool weighing);
    /// In tab order
    std::vector<QWidget*> controls() const;

signals:
    void changed();
    /// Their number is another.
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
        int byDefault = -1; ///< the choice of the format, until a person makes another
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
    std::string_view m_format; ///< id of the one whose dtypes are offered
};

} // namespace loupe
