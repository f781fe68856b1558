#pragma once

#include "items/adapters/adapter_report.h"

#include <QTableView>

namespace loupe {

class AdapterModel;

/// The modules of an adapter. Columns in which all rows are the same are left out: the panel says what they have. The
/// names share the room that the figures leave, and never read the same.
class ModuleTable : public QTableView {
    Q_OBJECT

public:
    /// The model outlives the table.
    explicit ModuleTable(AdapterModel& model, QWidget* parent = nullptr);

    /// To be called once the model has another report.
    void showReport();
    /// What a cell shows in `width` pixels.
    QString shownText(const QModelIndex& index, int width) const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void fitColumns();

    AdapterModel& m_model;
};

} // namespace loupe
