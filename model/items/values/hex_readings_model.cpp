#include "items/values/hex_readings_model.h"

#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/values/value_text.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::array readIntegers{
    DType::U8, DType::I8, DType::U16, DType::I16, DType::U32, DType::I32, DType::U64, DType::I64};
/// One less than the integers, as the bits of the byte itself are shown below them.
constexpr std::array readFloats{
    DType::F8_E4M3, DType::F8_E5M2, DType::F8_E8M0, DType::F16, DType::BF16, DType::F32, DType::F64};
static_assert(readFloats.size() + 1 == readIntegers.size());

} // namespace

HexReadingsModel::HexReadingsModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void HexReadingsModel::setBytes(std::span<const std::byte> bytes)
{
    const auto some = bytes.first(std::min(bytes.size(), mostBytes));
    if (std::ranges::equal(some, m_bytes))
        return;
    m_bytes.assign(some.begin(), some.end());
    changed();
}

void HexReadingsModel::setByteOrder(ByteOrder order)
{
    if (order == m_order)
        return;
    m_order = order;
    changed();
}

void HexReadingsModel::changed()
{
    emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int HexReadingsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(readIntegers.size());
}

int HexReadingsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

Scalar HexReadingsModel::read(DType dtype) const
{
    const std::size_t size = bitsPerElement(dtype) / 8;
    if (size > m_bytes.size())
        return {};
    std::array<std::byte, mostBytes> value = {};
    std::copy_n(m_bytes.begin(), size, value.begin());
    if (m_order == ByteOrder::Big)
        std::reverse(value.begin(), value.begin() + std::ptrdiff_t(size));
    return readScalar(dtype, std::span(value).first(size), 0);
}

/// Highest bit first.
QString HexReadingsModel::bits() const
{
    if (m_bytes.empty())
        return {};
    return QStringLiteral("%1").arg(std::to_integer<unsigned>(m_bytes.front()), 8, 2, QChar(u'0'));
}

QVariant HexReadingsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const bool isShown = role == Qt::DisplayRole;
    if (!isShown && role != WholeTextRole)
        return {};
    const auto row = std::size_t(index.row());
    const bool isInteger = index.column() == IntegerName || index.column() == Integer;
    const bool isName = index.column() == IntegerName || index.column() == FloatName;
    if (!isInteger && row == readFloats.size())
        return isName ? tr("Bits") : bits();
    const DType dtype = isInteger ? readIntegers[row] : readFloats[row];
    if (isName)
        return toQString(dtypeName(dtype));
    const QString value = toQString(toText(read(dtype)));
    return isShown ? shownNumber(value) : value;
}

} // namespace loupe
