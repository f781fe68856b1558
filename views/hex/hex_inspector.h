#pragma once

#include <QWidget>

#include <cstddef>
#include <span>

class QComboBox;
class QTableView;

namespace loupe {

class HexReadingsModel;

/// The bytes under the cursor as a value of each dtype, in either byte order. Values can be copied.
class HexInspector : public QWidget {
    Q_OBJECT

public:
    explicit HexInspector(QWidget* parent = nullptr);

    /// The bytes from the cursor on; see HexReadingsModel.
    void setBytes(std::span<const std::byte> bytes);

    const HexReadingsModel& readings() const { return *m_readings; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void fit();

    HexReadingsModel* m_readings;
    QComboBox* m_order;
    QTableView* m_table;
};

} // namespace loupe
