#pragma once

#include "items/adapters/adapter_report.h"

#include <QTableView>

namespace loupe {

class AdapterModel;

/// The modules of an adapter. Hides columns with the same text in all rows, because the panel shows it. Shortened names
/// remain distinct.
class ModuleTable : public QTableView {
    Q_OBJECT

public:
    /// The model must outlive the table.
    explicit ModuleTable(AdapterModel& model, QWidget* parent = nullptr);

    /// Call this after the model got another report.
    void showReport();
    /// The text of a cell that is `width` pixels wide.
    QString shownText(const QModelIndex& index, int width) const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void fitColumns();

    AdapterModel& m_model;
};

} // namespace loupe
